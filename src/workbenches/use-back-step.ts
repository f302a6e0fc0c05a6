import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

/** What covers the page, in the state of its entry in the browser's history. */
const KEY = 'covers'

/**
 * Whether something that covers the page is open, with what opens and closes it. Open, it is an entry of the
 * browser's history: the back button and the back gesture close it and leave the page where it is, and a reload
 * keeps it.
 * @param name tells it from others on the same page
 */
export function useBackStep(name: string): { isOpen: boolean; open: () => void; close: () => void } {
  const navigate = useNavigate()
  const { pathname, search, hash, state } = useLocation()
  const isOpen = state?.[KEY] === name
  // A second press before the first has come through must not go back twice.
  const moving = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it has come through when this changes
  useEffect(() => {
    moving.current = false
  }, [isOpen])
  const move = (go: () => void) => {
    if (moving.current) return
    moving.current = true
    go()
  }
  const open = () => {
    if (isOpen) return
    const entry = { state: { ...state, [KEY]: name }, preventScrollReset: true }
    move(() => navigate({ pathname, search, hash }, entry))
  }
  const close = () => {
    if (isOpen) move(() => navigate(-1))
  }
  return { isOpen, open, close }
}
