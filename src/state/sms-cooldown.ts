import { useEffect, useState } from 'react'
import { z } from 'zod'
import { SMS_COOLDOWN_SECONDS } from '#contracts/account.ts'
import { useSignalValue } from '#src/data/store/signal-hooks.ts'
import { storedSignal } from './stored-signal.ts'

/** When the next code may be asked for, ms since 1970. Stored: neither closing the form nor a reload ends it. */
const cooldownUntil = storedSignal<number>({
  name: 'smsCooldownUntil',
  version: 1,
  schema: z.number().int().nonnegative(),
  initial: 0,
})

export function startCooldown(seconds: number): void {
  cooldownUntil.value = Date.now() + seconds * 1000
}

/** The clock, and a cooldown that lies too far ahead of it, since it was set back, brought near again. */
function readClock(): number {
  const now = Date.now()
  const most = now + SMS_COOLDOWN_SECONDS * 1000
  if (cooldownUntil.peek() > most) cooldownUntil.value = most
  return now
}

/** Seconds left, 0 when a code may be asked for; counts down by itself. */
export function useCooldown(): number {
  const until = useSignalValue(cooldownUntil)
  const [now, setNow] = useState(Date.now)
  const left = Math.min(SMS_COOLDOWN_SECONDS, Math.max(0, Math.ceil((until - now) / 1000)))
  useEffect(() => {
    setNow(readClock())
    if (until <= Date.now()) return
    const timer = setInterval(() => {
      setNow(readClock())
      if (until <= Date.now()) clearInterval(timer)
    }, 250)
    return () => clearInterval(timer)
  }, [until])
  return left
}
