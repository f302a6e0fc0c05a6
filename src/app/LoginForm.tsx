import { type FormEvent, useId, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { SMS_COOLDOWN_SECONDS, zPhone, zSmsCode } from '#contracts/account.ts'
import { type AppError, toAppError } from '#contracts/errors.ts'
import { readCode, readPhone } from '#contracts/typed-text.ts'
import { sendCode, signIn } from '#src/data/api/session.ts'
import { startCooldown, useCooldown } from '#src/state/sms-cooldown.ts'
import { toast } from '#src/state/toasts.ts'
import { Button } from '#src/ui/Button.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import styles from './LoginForm.module.css'

interface Faults {
  phone?: string
  code?: string
  agreed?: string
}
const faultOf = (parsed: { success: boolean; error?: { issues: { message: string }[] } }) =>
  parsed.success ? undefined : parsed.error?.issues[0]?.message

const isLocal = () => ['localhost', '127.0.0.1', '[::1]'].includes(location.hostname)

/** Sign-in by phone number and SMS code; the same in the modal and on its page. */
export function LoginForm({ onDone }: { onDone?: () => void }) {
  const id = useId()
  const [phone, setPhone] = useState('')
  const [code, setCode] = useState('')
  const [agreed, setAgreed] = useState(true)
  const [faults, setFaults] = useState<Faults>({})
  const [error, setError] = useState<AppError | null>(null)
  const [busy, setBusy] = useState<'send' | 'sign' | null>(null)
  const [sent, setSent] = useState(false)
  const codeInput = useRef<HTMLInputElement>(null)
  const cooldown = useCooldown()

  const handleSend = async () => {
    const fault = faultOf(zPhone.safeParse(phone))
    setFaults({ phone: fault })
    setError(null)
    if (fault) return document.getElementById(`${id}-phone`)?.focus()
    setBusy('send')
    try {
      startCooldown(await sendCode(phone))
      setSent(true)
      toast('success', '验证码已发送')
      codeInput.current?.focus()
    } catch (thrown) {
      const failure = toAppError(thrown)
      // Sent from another tab or before a reload: the countdown has to be there as well.
      if (failure.errorName === 'CODE_COOLDOWN' && cooldown === 0) startCooldown(SMS_COOLDOWN_SECONDS)
      setError(failure)
    } finally {
      setBusy(null)
    }
  }

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault()
    const found: Faults = {
      phone: faultOf(zPhone.safeParse(phone)),
      code: faultOf(zSmsCode.safeParse(code)),
      agreed: agreed ? undefined : '请先阅读并同意用户协议',
    }
    setFaults(found)
    setError(null)
    const first = (['phone', 'code', 'agreed'] as const).find((field) => found[field])
    if (first) return document.getElementById(`${id}-${first}`)?.focus()
    setBusy('sign')
    try {
      const user = await signIn({ phone, code })
      toast('success', `欢迎，${user.nickname}`)
      onDone?.()
    } catch (thrown) {
      setError(toAppError(thrown))
    } finally {
      setBusy(null)
    }
  }

  return (
    <form className={styles.form} onSubmit={(event) => void handleSubmit(event)} noValidate>
      <div className={styles.field}>
        <label htmlFor={`${id}-phone`}>手机号</label>
        <div className={styles.box} data-fault={Boolean(faults.phone)}>
          <span className={styles.prefix}>+86</span>
          <input
            id={`${id}-phone`}
            type="tel"
            inputMode="numeric"
            autoComplete="tel-national"
            placeholder="11 位手机号"
            value={phone}
            aria-invalid={Boolean(faults.phone)}
            aria-describedby={faults.phone ? `${id}-phone-fault` : undefined}
            onChange={(event) => setPhone(readPhone(event.target.value))}
          />
        </div>
        <Fault id={`${id}-phone-fault`} text={faults.phone} />
      </div>
      <div className={styles.field}>
        <label htmlFor={`${id}-code`}>验证码</label>
        <div className={styles.box} data-fault={Boolean(faults.code)}>
          <input
            ref={codeInput}
            id={`${id}-code`}
            type="text"
            inputMode="numeric"
            autoComplete="one-time-code"
            placeholder="6 位数字"
            value={code}
            aria-invalid={Boolean(faults.code)}
            aria-describedby={faults.code ? `${id}-code-fault` : undefined}
            onChange={(event) => setCode(readCode(event.target.value))}
          />
          <button
            type="button"
            className={styles.send}
            disabled={cooldown > 0 || busy === 'send'}
            onClick={() => void handleSend()}
          >
            {cooldown > 0 ? `${cooldown} 秒后重新获取` : busy === 'send' ? '发送中…' : '获取验证码'}
          </button>
        </div>
        <Fault id={`${id}-code-fault`} text={faults.code} />
        {sent && isLocal() && (
          <p className={styles.hint}>
            <Icon name="info" size={16} />
            没有配置短信服务时，验证码打印在服务器的终端里。
          </p>
        )}
      </div>
      {error && <ErrorNote error={error} />}
      <Button look="primary" size="l" type="submit" busy={busy === 'sign'} className={styles.submit}>
        登录
      </Button>
      <div>
        <div className={styles.agree}>
          <input
            id={`${id}-agreed`}
            type="checkbox"
            checked={agreed}
            aria-describedby={faults.agreed ? `${id}-agreed-fault` : undefined}
            onChange={(event) => setAgreed(event.target.checked)}
          />
          <label htmlFor={`${id}-agreed`}>我已阅读并同意</label>
          <Link to="/agreement" target="_blank">
            《用户协议与隐私政策》
          </Link>
        </div>
        <Fault id={`${id}-agreed-fault`} text={faults.agreed} />
      </div>
    </form>
  )
}

function Fault({ id, text }: { id: string; text: string | undefined }) {
  return (
    <p id={id} className={styles.fault} role="alert" hidden={!text}>
      {text}
    </p>
  )
}
