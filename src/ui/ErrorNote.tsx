import { toAppError } from '#contracts/errors.ts'
import { Button } from './Button.tsx'
import styles from './ErrorNote.module.css'
import { Icon } from './Icon.tsx'

/** A failure in the user's words: what happened, what to do, and a retry where one makes sense. */
export function ErrorNote({
  error,
  onRetry,
  retryLabel = '重试',
}: {
  /** Anything thrown, or the error of a task. */
  error: unknown
  onRetry?: () => void
  retryLabel?: string
}) {
  const { message, remedy } = isPlain(error) ? error : toAppError(error)
  return (
    <div className={styles.note} role="alert">
      <Icon name="warn" />
      <div className={styles.words}>
        <strong>{message}</strong>
        <span>{remedy}</span>
      </div>
      {onRetry && (
        <Button size="s" icon="retry" onClick={onRetry}>
          {retryLabel}
        </Button>
      )}
    </div>
  )
}

function isPlain(error: unknown): error is { message: string; remedy: string } {
  return (
    typeof error === 'object' &&
    error !== null &&
    'message' in error &&
    'remedy' in error &&
    typeof error.message === 'string' &&
    typeof error.remedy === 'string'
  )
}
