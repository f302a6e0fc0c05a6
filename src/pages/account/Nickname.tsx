import { Button, Input } from 'antd'
import { type FormEvent, useState } from 'react'
import type { User } from '#contracts/account.ts'
import { type AppError, toAppError } from '#contracts/errors.ts'
import { call } from '#src/data/api/api.ts'
import { user as userSignal } from '#src/data/api/session.ts'
import { toast } from '#src/state/toasts.ts'
import { IconButton } from '#src/ui/antd/IconButton.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import styles from './PersonCenter.module.css'

const MOST = 20

/** The nickname, editable in place. */
export function Nickname({ user }: { user: User }) {
  const [draft, setDraft] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<AppError | null>(null)
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault()
    const nickname = draft?.trim() ?? ''
    if (!nickname) return
    setBusy(true)
    setError(null)
    try {
      userSignal.value = await call('editUser', { body: { nickname } })
      setDraft(null)
      toast('success', '昵称已更新')
    } catch (thrown) {
      setError(toAppError(thrown))
    } finally {
      setBusy(false)
    }
  }
  if (draft === null) {
    return (
      <p className={styles.name}>
        {user.nickname}
        <IconButton
          icon={<Icon name="edit" size={16} />}
          label="修改昵称"
          onClick={() => setDraft(user.nickname)}
        />
      </p>
    )
  }
  return (
    <form className={styles.edit} onSubmit={(event) => void handleSubmit(event)}>
      <Input
        autoFocus
        aria-label="昵称"
        autoComplete="nickname"
        maxLength={MOST}
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && setDraft(null)}
      />
      <Button type="primary" htmlType="submit" loading={busy} disabled={!draft.trim()}>
        保存
      </Button>
      <Button onClick={() => setDraft(null)}>取消</Button>
      {error && <ErrorNote error={error} />}
    </form>
  )
}
