import { concernsEngines, remedyForOperator, toAppError } from '#contracts/errors.ts'
import { isAllowed } from '#contracts/rules.ts'
import { hrefOfPage } from '#src/app/device.ts'
import { useRights } from '#src/data/api/session.ts'
import { Button, LinkButton } from './Button.tsx'
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
  const { message, remedy, code } = isPlain(error) ? error : toAppError(error)
  const isOperator = isAllowed('operator', useRights())
  const isTheirs = isOperator && code !== undefined && concernsEngines(code)
  return (
    <div className={styles.note} role="alert">
      <Icon name="warn" />
      <div className={styles.words}>
        <strong>{message}</strong>
        <span>{isTheirs ? remedyForOperator(remedy) : remedy}</span>
      </div>
      {isTheirs && (
        <LinkButton size="s" icon="engine" to={hrefOfPage('/admin/engines')}>
          引擎
        </LinkButton>
      )}
      {onRetry && (
        <Button size="s" icon="retry" onClick={onRetry}>
          {retryLabel}
        </Button>
      )}
    </div>
  )
}

function isPlain(error: unknown): error is { message: string; remedy: string; code?: number } {
  return (
    typeof error === 'object' &&
    error !== null &&
    'message' in error &&
    'remedy' in error &&
    typeof error.message === 'string' &&
    typeof error.remedy === 'string'
  )
}
