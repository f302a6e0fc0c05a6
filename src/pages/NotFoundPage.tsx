import { useLocation } from 'react-router-dom'
import { hrefOfHome, hrefOfTasks } from '#src/app/device.ts'
import { paletteOpen } from '#src/state/palette.ts'
import { findTool, TOOLS } from '#src/tools/registry.ts'
import { Button, LinkButton } from '#src/ui/Button.tsx'
import { ToolCard } from '#src/ui/ToolCard.tsx'
import styles from './NotFoundPage.module.css'
import frame from './page.module.css'

/** Tools whose address is this one but for the case of its letters, otherwise the ones used most. */
function suggestionsFor(pathname: string) {
  const typed = pathname.slice(1).toLowerCase()
  const near = TOOLS.filter((tool) => tool.id.toLowerCase() === typed)
  const usual = ['matting', 'toline', 'compress'].map(findTool).filter((tool) => tool !== undefined)
  return near.length > 0 ? near : usual
}

export default function NotFoundPage() {
  const { pathname } = useLocation()
  return (
    <div className={frame.narrow}>
      <div className={styles.hero}>
        <svg viewBox="0 0 320 120" className={styles.drawing} aria-hidden="true">
          <path d="M12 104h296" className={styles.ground} />
          <path d="M52 104V56L92 28l40 28v48M80 104V76h24v28" className={styles.ink} />
          <path d="M148 104V48h52v56M164 64h20M164 80h20" className={styles.dashed} />
          <path d="M216 104V56l40-28 40 28v48M244 104V76h24v28" className={styles.ink} />
        </svg>
        <h1>这块地上还没有房子</h1>
        <p>
          没有找到 <code>{pathname}</code>。地址可能写错了，或者页面已经搬走。
        </p>
        <div className={styles.actions}>
          <Button
            look="primary"
            icon="search"
            onClick={() => {
              paletteOpen.value = true
            }}
          >
            搜索工具
          </Button>
          <LinkButton to={hrefOfHome()} icon="home">
            回到首页
          </LinkButton>
          <LinkButton to={hrefOfTasks()} icon="tasks">
            我的任务
          </LinkButton>
        </div>
      </div>
      <h2 className={styles.near}>你可能在找</h2>
      <ul className={styles.grid}>
        {suggestionsFor(pathname).map((tool) => (
          <li key={tool.id}>
            <ToolCard tool={tool} />
          </li>
        ))}
      </ul>
    </div>
  )
}
