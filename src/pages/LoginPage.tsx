import { Navigate, useNavigate } from 'react-router-dom'
import { hrefOfHome } from '#src/app/device.ts'
import { LoginForm } from '#src/app/LoginForm.tsx'
import { useUser } from '#src/data/api/session.ts'
import { Mark } from '#src/ui/Mark.tsx'
import styles from './LoginPage.module.css'

export default function LoginPage() {
  const user = useUser()
  const navigate = useNavigate()
  if (user) return <Navigate to={hrefOfHome()} replace />
  return (
    <div className={styles.page}>
      <div className={styles.card}>
        <Mark size={40} />
        <h1>登录筑绘</h1>
        <p>首次登录自动注册，并赠送四种算力券。本机工具无需登录。</p>
        <LoginForm onDone={() => void navigate(hrefOfHome(), { replace: true })} />
      </div>
    </div>
  )
}
