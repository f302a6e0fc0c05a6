import { useEffect, useEffectEvent, useState } from 'react'

type AskPermission = { requestPermission?: () => Promise<'granted' | 'denied'> }

const RADIANS = Math.PI / 180

/** Looks where the phone points while `on`. Off by default: some people get dizzy. */
export function useGyro(look: (yaw: number, pitch: number) => void) {
  const [on, setOn] = useState(false)
  const turn = useEffectEvent((event: DeviceOrientationEvent) => {
    if (event.alpha === null || event.beta === null) return
    look(-event.alpha * RADIANS, (event.beta - 90) * RADIANS)
  })
  useEffect(() => {
    if (!on) return
    const handleTurn = (event: DeviceOrientationEvent) => turn(event)
    addEventListener('deviceorientation', handleTurn)
    return () => removeEventListener('deviceorientation', handleTurn)
  }, [on])
  const toggle = async () => {
    if (on) return setOn(false)
    const ask = (DeviceOrientationEvent as unknown as AskPermission).requestPermission
    const answer = ask ? await ask().catch(() => 'denied' as const) : 'granted'
    setOn(answer === 'granted')
  }
  return {
    on,
    toggle,
    possible: 'DeviceOrientationEvent' in window && matchMedia('(pointer: coarse)').matches,
  }
}
