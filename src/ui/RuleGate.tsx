import { type FormEvent, type ReactNode, useState } from 'react'
import { isAllowed, RULES, type RuleId } from '#contracts/rules.ts'
import { becomeOperator, loginOpen, useUser } from '#src/data/api/session.ts'
import { toast } from '#src/state/toasts.ts'
import { Button } from './Button.tsx'
import { EmptyState } from './EmptyState.tsx'
import { ErrorNote } from './ErrorNote.tsx'
import styles from './RuleGate.module.css'
import { Spinner } from './Spinner.tsx'

/** Shows a page to those who may see it; to others how they get the right. The server refuses them as well. */
export function RuleGate({
  rule,
  title,
  children,
}: {
  rule: RuleId | undefined
  title: string
  children: ReactNode
}) {
  const user = useUser()
  if (rule === undefined || (user && isAllowed(rule, user.rules))) return children
  if (user === undefined) return <Spinner block />
  if (user) return <Refused title={title} role={RULES[rule].title} />
  return (
    <EmptyState
      as="h1"
      icon="lock"
      title={title}
      actions={
        <Button
          look="primary"
          size="l"
          onClick={() => {
            loginOpen.value = true
          }}
        >
          登录
        </Button>
      }
    >
      这个页面给本站的{RULES[rule].title}使用，请先登录。
    </EmptyState>
  )
}

function Refused({ title, role }: { title: string; role: string }) {
  return (
    <EmptyState as="h1" icon="lock" title={title} actions={<CodeForm />}>
      这个页面只给本站的{role}使用。刚部署好筑绘、还没有{role}
      时，服务器的控制台会打印一次性代码，在这里输入即可； 也可以在服务器上运行{' '}
      <code>npm run admin -- operator 手机号</code>。
    </EmptyState>
  )
}

/** The one-time code of the server's console. */
function CodeForm() {
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setError(null)
    try {
      await becomeOperator(code)
      toast('success', '您现在是本站的管理员')
    } catch (thrown) {
      setError(thrown)
      setBusy(false)
    }
  }
  return (
    <form className={styles.form} onSubmit={(event) => void handleSubmit(event)}>
      <input
        type="text"
        aria-label="一次性代码"
        placeholder="XXXX-XXXX-XXXX"
        autoComplete="one-time-code"
        spellCheck={false}
        maxLength={40}
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      <Button look="primary" type="submit" busy={busy} disabled={!code.trim()}>
        成为管理员
      </Button>
      {error !== null && <ErrorNote error={error} />}
    </form>
  )
}
