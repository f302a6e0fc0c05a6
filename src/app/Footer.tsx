import { Link } from 'react-router-dom'
import { hrefOfPage } from './device.ts'
import styles from './Footer.module.css'

/** Filing number of the operator; left out where none is configured. */
const ICP: string | undefined = import.meta.env.VITE_ICP

export function Footer() {
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <p className={styles.copy}>
          © {new Date().getFullYear()} 筑绘
          {ICP && (
            <>
              {' · '}
              <a href="https://beian.miit.gov.cn/" target="_blank" rel="noreferrer">
                {ICP}
              </a>
            </>
          )}
        </p>
        <nav aria-label="页脚" className={styles.links}>
          <Link to="/agreement">用户协议</Link>
          <Link to={hrefOfPage('/qaPage')}>帮助中心</Link>
          <Link to={hrefOfPage('/client')}>安装客户端</Link>
        </nav>
      </div>
    </footer>
  )
}
