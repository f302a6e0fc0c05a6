import { closeLogin } from '#src/data/api/session.ts'
import { Dialog } from '#src/ui/Dialog.tsx'
import { LoginForm } from './LoginForm.tsx'
import styles from './LoginModal.module.css'

/** The sign-in over any page; what the user was doing stays behind it and goes on afterwards. */
export default function LoginModal() {
  return (
    <Dialog title="登录筑绘" onClose={closeLogin}>
      <p className={styles.lead}>首次登录自动注册，并赠送四种算力券。本机工具无需登录。</p>
      <LoginForm />
    </Dialog>
  )
}
