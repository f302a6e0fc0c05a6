import { useMemo, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { DRAWING_ENDINGS, isDrawingName, PICTURE_ACCEPT } from '#contracts/formats.ts'
import { hrefOfHome, hrefOfPage } from '#src/app/device.ts'
import { receiveFiles, receiving } from '#src/app/launches.ts'
import { useSignalValue } from '#src/data/store/signal-hooks.ts'
import { formatBytes } from '#src/text/format.ts'
import { Button, LinkButton } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { Spinner } from '#src/ui/Spinner.tsx'
import { dropShare, type OpenedShare } from '#src/worker-clients/share.ts'
import frame from './page.module.css'
import styles from './SharePage.module.css'
import { SharedPictures } from './share/SharedPictures.tsx'
import { SharedText } from './share/SharedText.tsx'
import { SuitedTools } from './share/SuitedTools.tsx'
import { useShare } from './share/use-share.ts'

const PROBLEMS: Record<string, { message: string; remedy: string }> = {
  full: {
    message: '空间不足，没能收下这些图片',
    remedy: '请先清理本机空间，或分几次、每次少选几张，再分享一次',
  },
  unread: {
    message: '没有收到分享的内容',
    remedy: '请先打开筑绘，等页面加载完，再从相册分享一次',
  },
}

const LINK = /^https?:\/\/\S+$/i

/** What other apps shared with this one, or the system opened with it: which tool is to take it? */
export default function SharePage() {
  const [query] = useSearchParams()
  const id = query.get('id')
  const share = useShare(id)
  const busy = useSignalValue(receiving)
  const problem = PROBLEMS[query.get('problem') ?? '']
  if (busy || share === undefined) return <Spinner block />
  if (share) return <Received key={share.id} share={share} />
  return (
    <div className={frame.narrow}>
      {problem && <ErrorNote error={problem} />}
      <Nothing gone={id !== null} />
    </div>
  )
}

function Received({ share }: { share: OpenedShare }) {
  const navigate = useNavigate()
  const [skipped, setSkipped] = useState<readonly number[]>([])
  const pictures = useMemo(
    () =>
      share.opened.map((file, index) => [index, file] as const).filter(([index]) => !skipped.includes(index)),
    [share, skipped],
  )
  const bytes = pictures.reduce((sum, [, file]) => sum + file.size, 0)
  const words = [share.text, share.url].filter(Boolean).join('\n')
  const isLink = pictures.length === 0 && LINK.test(words)
  const lost = share.files.length - share.opened.length + share.left
  return (
    <div className={frame.page}>
      <div className={frame.heading}>
        <div>
          <h1>{isLink ? '收到一个链接' : share.origin === 'open' ? '打开方式' : '用哪个工具打开？'}</h1>
          {!isLink && (
            <p className={frame.lead}>
              {pictures.length > 0 ? `${pictures.length} 张图片，${formatBytes(bytes)}` : '收到一段文字'}
            </p>
          )}
        </div>
        <Button
          icon="close"
          onClick={() => {
            void dropShare(share.id)
            void navigate(hrefOfHome(), { replace: true })
          }}
        >
          不处理了
        </Button>
      </div>
      {lost > 0 && (
        <ErrorNote
          error={{ message: `有 ${lost} 个文件没有收下`, remedy: '一次最多 500 个文件、共 1 GB，请分批分享' }}
        />
      )}
      <div className={styles.columns}>
        <div className={styles.shared}>
          {pictures.length > 0 ? (
            <SharedPictures
              pictures={pictures}
              onRemove={(index) => setSkipped((previous) => [...previous, index])}
            />
          ) : (
            <SharedText title={share.title} text={words} isLink={isLink} />
          )}
        </div>
        {!isLink && (
          <SuitedTools
            shareId={share.id}
            pictures={pictures.length}
            text={words}
            hasDrawings={pictures.some(([, { name }]) => isDrawingName(name))}
            skipped={skipped}
          />
        )}
      </div>
    </div>
  )
}

/** Nothing to show: how pictures come here, and another way to bring them. */
function Nothing({ gone }: { gone: boolean }) {
  const navigate = useNavigate()
  return (
    <EmptyState
      as="h1"
      icon="image"
      title={gone ? '这次分享已经过期' : '还没有收到图片'}
      actions={
        <>
          {'caches' in window && (
            <label className={styles.pick}>
              选择图片
              <input
                type="file"
                multiple
                accept={[PICTURE_ACCEPT, ...DRAWING_ENDINGS].join(',')}
                onChange={async ({ currentTarget: { files } }) => {
                  if (files?.length) await navigate(await receiveFiles([...files]), { replace: true })
                }}
              />
            </label>
          )}
          <LinkButton to={hrefOfPage('/client')} icon="install">
            安装筑绘
          </LinkButton>
        </>
      }
    >
      安装后，在手机相册里选照片，点“分享”，再选“筑绘”；电脑上右键点图片，选“打开方式”里的“筑绘”。收到的图片在本机保留一天。
    </EmptyState>
  )
}
