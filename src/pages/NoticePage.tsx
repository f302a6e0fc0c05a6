import { ENGINE_NEEDS } from '#contracts/ops.ts'
import { hrefOfPage, hrefOfTool } from '#src/app/device.ts'
import type { PageProps } from '#src/app/routes.tsx'
import { findTool, type RegisteredTool } from '#src/tools/registry.ts'
import { LinkButton } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { ToolCard } from '#src/ui/ToolCard.tsx'
import styles from './NoticePage.module.css'
import frame from './page.module.css'

interface Notice {
  /** What the page is for. */
  what: string
  /** What it waits for. */
  awaits: string
  /** What can be done today. */
  now: readonly string[]
  tools: readonly string[]
}

const TRAINING: Omit<Notice, 'what'> = {
  awaits: `训练需要${ENGINE_NEEDS.comfyui}（显存 24 GB 以上），并由运营者开启训练服务。接入之前，这里不接收作品，也不会扣券。`,
  now: [
    '先把作品整理成 20 到 50 张同一风格、无水印的图片，长边 1024 px 以上。',
    '用“图片压缩”统一尺寸与格式，用“智能抠图”去掉干扰的背景。',
    '想要某种风格的结果，可用“风格迁移”配一张参考图。',
  ],
  tools: ['compress', 'matting', 'styleTransfer'],
}

const NOTICES: Record<string, Notice> = {
  '/modelsquare': {
    what: '模型广场收录团队训练并共享的风格模型，选中后即可用在渲染里。',
    awaits: `风格模型需要${ENGINE_NEEDS.comfyui}来加载。接入后，引擎中已有的模型会自动出现在这里。`,
    now: [
      '没有模型也能渲染：用文字描述与参考图指定风格。',
      '内置引擎与本机就能渲染，先用示例图试试各种风格。',
    ],
    tools: ['architecturalRenderNew', 'indoorRenderNew', 'styleTransfer'],
  },
  '/modelTrain': { what: '用自己的作品训练一个风格模型，让渲染结果带上团队的手法。', ...TRAINING },
  '/modelTraining': { what: '这里显示正在进行的训练、进度与预计完成时间。当前没有训练。', ...TRAINING },
  '/dingzhi': {
    what: '为团队定制部署：私有服务器、专属模型、批量出图与内部账户体系。',
    awaits: '采购与报价由本站的运营者处理。筑绘本身是开源软件，也可以自行部署。',
    now: [
      '自行部署只需一台装有 Node 20 的电脑，一条命令启动，见项目 README。',
      '抠图、线稿与压缩不需要显卡，部署完成即可使用。',
    ],
    tools: ['matting', 'toline', 'compress'],
  },
}

/** A page whose work waits for an engine: what it is, what it needs, what can be done now. No form that does nothing. */
export default function NoticePage({ page }: PageProps) {
  const notice = NOTICES[page.path]
  if (!notice) throw new Error(`no notice for ${page.path}`)
  const tools = notice.tools.map(findTool).filter((tool): tool is RegisteredTool => tool !== undefined)
  return (
    <div className={frame.narrow}>
      <div className={frame.heading}>
        <div>
          <h1>{page.title}</h1>
          <p className={frame.lead}>{notice.what}</p>
        </div>
      </div>
      <section className={styles.awaits} aria-labelledby="awaits">
        <Icon name="engine" size={24} />
        <div>
          <h2 id="awaits">还在等待</h2>
          <p>{notice.awaits}</p>
          <LinkButton size="s" to={`${hrefOfPage('/qaPage')}#engines`}>
            如何接入引擎
          </LinkButton>
        </div>
      </section>
      <h2 className={styles.title}>现在可以做什么</h2>
      <ul className={styles.now}>
        {notice.now.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <ul className={styles.tools}>
        {tools.map((tool) => (
          <li key={tool.id}>
            <ToolCard tool={tool} />
          </li>
        ))}
      </ul>
      {page.path === '/modelTraining' && (
        <p className={styles.more}>
          图片任务的进度在
          <LinkButton size="s" look="quiet" to={hrefOfPage('/list')}>
            我的任务
          </LinkButton>
        </p>
      )}
      {page.path === '/modelsquare' && tools[0] && (
        <LinkButton look="primary" to={hrefOfTool(tools[0])}>
          打开{tools[0].title}
        </LinkButton>
      )}
    </div>
  )
}
