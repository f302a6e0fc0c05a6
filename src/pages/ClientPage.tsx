import { useSignalValue } from '#src/data/store/signal-hooks.ts'
import { askInstall, installable, isInstalled } from '#src/state/install.ts'
import { notifyState, refuseNotices, wantNotices } from '#src/state/notify.ts'
import { Button } from '#src/ui/Button.tsx'
import { Icon, type IconName } from '#src/ui/Icon.tsx'
import styles from './ClientPage.module.css'
import frame from './page.module.css'

const GUIDES: readonly { title: string; icon: IconName; steps: readonly string[] }[] = [
  {
    title: '电脑：Chrome、Edge',
    icon: 'system',
    steps: ['打开筑绘，等页面加载完成', '点地址栏右侧的“安装”图标', '确认后，筑绘会出现在桌面与任务栏'],
  },
  {
    title: 'Mac：Safari',
    icon: 'device',
    steps: ['点菜单栏“文件”', '选“添加到程序坞”', '以后从程序坞打开'],
  },
  {
    title: 'iPhone、iPad：Safari',
    icon: 'phone',
    steps: ['点底部的“分享”按钮', '选“添加到主屏幕”', '从主屏幕图标打开，可离线使用'],
  },
  {
    title: '安卓：Chrome、Edge',
    icon: 'phone',
    steps: [
      '点右上角菜单',
      '选“安装应用”或“添加到主屏幕”',
      '部分国产浏览器不支持安装，请换用 Chrome 或 Edge',
    ],
  },
]

const GAINS: readonly { title: string; text: string; icon: IconName }[] = [
  {
    icon: 'offline',
    title: '断网也能打开',
    text: '工具页、历史任务与草稿都在本机，任务可先排队，恢复网络后自动提交。',
  },
  {
    icon: 'image',
    title: '从相册与文件直接打开',
    text: '手机相册里点“分享”选筑绘，电脑上右键图片用筑绘打开，再选一个工具就能开始。',
  },
  { icon: 'device', title: '独立窗口', text: '没有地址栏与标签页，画布更大，任务栏里一点即开。' },
  { icon: 'install', title: '几乎不占空间', text: '安装包只有几 MB，和网页版是同一份，随网页自动更新。' },
]

/** What each state of notifications means, and what can be done about it. */
const NOTIFY_WORDS = {
  missing: '这个浏览器没有网页通知。',
  blocked: '浏览器没有允许通知。可在地址栏左侧的网站设置里改为“允许”，再回到这里。',
  unasked: '任务较久时，完成后弹出一条系统通知。',
  yes: '已开启。任务较久时，完成后弹出一条系统通知。',
  no: '已关闭。',
} as const

/** Notifications can be turned on and off here at any time. */
function NotifyPanel() {
  const state = useSignalValue(notifyState)
  return (
    <section className={`${frame.panel} ${styles.notify}`} aria-labelledby="notify">
      <div>
        <h2 id="notify">
          <Icon name="bell" />
          完成通知
        </h2>
        <p>
          {NOTIFY_WORDS[state]}
          筑绘没有推送服务器，通知由打开着的页面发出：页面可以在后台，但不能关掉。
        </p>
      </div>
      {state === 'yes' && <Button onClick={refuseNotices}>关闭通知</Button>}
      {(state === 'unasked' || state === 'no') && (
        <Button onClick={() => void wantNotices()}>开启通知</Button>
      )}
    </section>
  )
}

/** How to install the app: it is a web app, so there is nothing to download. */
export default function ClientPage() {
  const ready = useSignalValue(installable)
  const installed = isInstalled()
  return (
    <div className={frame.page}>
      <div className={styles.hero}>
        <h1>把筑绘装到桌面与手机</h1>
        <p>筑绘是可安装的网页应用，不需要下载安装包，也不需要管理员权限。</p>
        {installed ? (
          <p className={styles.state}>
            <Icon name="check" size={18} />
            您正在使用已安装的筑绘
          </p>
        ) : ready ? (
          <Button look="primary" size="l" icon="install" onClick={() => void askInstall()}>
            安装到这台设备
          </Button>
        ) : (
          <p className={styles.state}>
            <Icon name="info" size={18} />
            当前浏览器没有提供一键安装，请按下面的步骤操作。
          </p>
        )}
      </div>
      <ul className={styles.gains}>
        {GAINS.map((gain) => (
          <li key={gain.title}>
            <Icon name={gain.icon} size={24} />
            <h2>{gain.title}</h2>
            <p>{gain.text}</p>
          </li>
        ))}
      </ul>
      <h2 className={styles.title}>各平台安装步骤</h2>
      <ul className={styles.guides}>
        {GUIDES.map((guide) => (
          <li key={guide.title} className={frame.panel}>
            <h3>
              <Icon name={guide.icon} />
              {guide.title}
            </h3>
            <ol>
              {guide.steps.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
          </li>
        ))}
      </ul>
      <NotifyPanel />
      <p className={styles.note}>
        浏览器只允许在 HTTPS 或 localhost 下安装应用与离线使用。若通过局域网 IP 访问，请联系运营者为本站配置
        HTTPS 证书。
      </p>
    </div>
  )
}
