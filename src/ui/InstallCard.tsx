import { Link } from 'react-router-dom'
import { hrefOfPage, isMobileDevice } from '#src/app/device.ts'
import { useSignalValue } from '#src/data/store/signal-hooks.ts'
import {
  askInstall,
  dismissInstall,
  installable,
  installOffered,
  installsByHand,
} from '#src/state/install.ts'
import { Button, IconButton } from './Button.tsx'
import { Icon } from './Icon.tsx'
import styles from './InstallCard.module.css'

/** The app's own, quiet offer to be installed: at a good moment, and never again once it was closed. */
export function InstallCard() {
  const offered = useSignalValue(installOffered)
  const oneClick = useSignalValue(installable)
  if (!offered) return null
  return (
    <aside className={styles.card} aria-label="安装筑绘">
      <span className={styles.icon}>
        <Icon name="install" size={22} />
      </span>
      <div className={styles.words}>
        <strong>把筑绘装到{installsByHand ? '主屏幕' : '这台设备'}</strong>
        <span>
          {installsByHand && !oneClick
            ? '点 Safari 的“分享”，再选“添加到主屏幕”。断网也能打开。'
            : isMobileDevice()
              ? '断网也能打开，可以直接从相册分享图片。'
              : '断网也能打开，可以直接从相册分享图片，或用右键打开。'}
        </span>
      </div>
      <div className={styles.actions}>
        {oneClick && (
          <Button size="s" look="primary" onClick={() => void askInstall()}>
            安装
          </Button>
        )}
        <Link to={hrefOfPage('/client')} className={styles.more}>
          了解更多
        </Link>
      </div>
      <IconButton
        icon="close"
        size={18}
        label="不再提示安装"
        className={styles.close}
        onClick={dismissInstall}
      />
    </aside>
  )
}
