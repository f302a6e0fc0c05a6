import { Link, useLocation, useParams } from 'react-router-dom'
import { hrefOfPage, hrefOfTool } from '#src/app/device.ts'
import { imageIdOf } from '#src/app/page-title.ts'
import type { PageProps } from '#src/app/routes.tsx'
import { useCategories } from '#src/data/api/query-client.ts'
import { findTool } from '#src/tools/registry.ts'
import { SAMPLES, thumbOf } from '#src/tools/samples.ts'
import { LinkButton } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { namesOfPath } from './category-path.ts'
import styles from './GalleryPage.module.css'
import frame from './page.module.css'

/** Pages that have something to show today: the project's own scenes. */
const WITH_SCENES = ['/tupianHome', '/caseHome', '/findPage', '/landing', '/classifyPage/:ids?']

const KINDS = [
  { kind: 'clay', title: '白模' },
  { kind: 'line', title: '线稿' },
  { kind: 'final', title: '成图' },
] as const

/** Galleries: the project's own scenes where they belong, otherwise an honest word that there is nothing yet. */
export default function GalleryPage({ page }: PageProps) {
  const { hash } = useLocation()
  const { ids } = useParams()
  const image = imageIdOf(hash)
  const path = namesOfPath(useCategories().data ?? [], ids ?? '')
  if (image) return <ImageDetail id={image} back={hrefOfPage(page.path.replace('/:ids?', ''))} />
  const shown = WITH_SCENES.includes(page.path)
  return (
    <div className={frame.page}>
      <div className={frame.heading}>
        <div>
          <h1>{path.at(-1) ?? page.title}</h1>
          <p className={frame.lead}>
            {path.length > 1
              ? path.join(' › ')
              : shown
                ? '项目自带的示例场景，可以直接拿来试用工具。'
                : page.summary}
          </p>
        </div>
      </div>
      {shown ? <Scenes /> : <NothingYet title={page.title} />}
    </div>
  )
}

function Scenes() {
  const matting = findTool('toline')
  return (
    <>
      <ul className={styles.scenes}>
        {SAMPLES.map((sample) => (
          <li key={sample.id}>
            <h2>{sample.title}</h2>
            <ul className={styles.row}>
              {KINDS.map(({ kind, title }) => (
                <li key={kind}>
                  <a href={sample[kind]} target="_blank" rel="noreferrer" className={styles.picture}>
                    <img
                      src={thumbOf(sample[kind])}
                      alt={`${title}。${sample.alt}`}
                      width={480}
                      height={Math.round((480 * sample.height) / sample.width)}
                      loading="lazy"
                      decoding="async"
                    />
                    <span>{title}</span>
                  </a>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      <p className={styles.note}>
        这些场景由本项目自行建模与光线追踪生成，不含他人作品。社区的图集与案例功能尚未开放。
        {matting && <Link to={hrefOfTool(matting)}>用它们试试图转线稿</Link>}
      </p>
    </>
  )
}

function NothingYet({ title }: { title: string }) {
  return (
    <EmptyState
      title={`“${title}”还没有内容`}
      actions={
        <>
          <LinkButton to={hrefOfPage('/tupianHome')} look="primary">
            看看示例场景
          </LinkButton>
          <LinkButton to={hrefOfPage('/list')} icon="tasks">
            我的任务
          </LinkButton>
        </>
      }
    >
      图集与案例的分享功能尚未开放，这里不会用别人的作品充数。您自己的成图都在“我的任务”里。
    </EmptyState>
  )
}

function ImageDetail({ id, back }: { id: string; back: string }) {
  return (
    <EmptyState
      as="h1"
      title="图片详情"
      actions={
        <LinkButton to={back} look="primary">
          返回列表
        </LinkButton>
      }
    >
      没有找到编号为 {id} 的图片，它可能已被删除，或来自尚未开放的图集。
    </EmptyState>
  )
}
