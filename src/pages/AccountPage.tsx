import { Button } from 'antd'
import { hrefOfPage, hrefOfTasks } from '#src/app/device.ts'
import type { PageProps } from '#src/app/routes.tsx'
import { loginOpen, useUser } from '#src/data/api/session.ts'
import { ButtonLink } from '#src/ui/antd/ButtonLink.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { Spinner } from '#src/ui/Spinner.tsx'
import { PersonCenter } from './account/PersonCenter.tsx'
import frame from './page.module.css'

const EMPTY: Record<string, { title: string; text: string }> = {
  '/myDownloads': {
    title: '下载记录不单独保存',
    text: '下载的文件在您的设备上；需要重新下载时，到“我的任务”里找到它即可。',
  },
  '/casemineByCreate': { title: '还没有创建图集', text: '图集功能尚未开放。成图都在“我的任务”里，不会丢。' },
  '/casemineByCollect': { title: '还没有收藏', text: '收藏功能尚未开放。示例场景可以随时查看。' },
  '/casemineByCase': { title: '还没有案例', text: '案例功能尚未开放。成图都在“我的任务”里，不会丢。' },
  '/otherPersonCenter': {
    title: '这位设计师没有公开作品',
    text: '作品主页尚未开放，这里不展示任何人的私有图片。',
  },
}

/** Pages about the user. */
export default function AccountPage({ page }: PageProps) {
  const user = useUser()
  if (page.path !== '/myPersonCenter') {
    const words = EMPTY[page.path]
    return (
      <div className={frame.page}>
        <div className={frame.heading}>
          <h1>{page.title}</h1>
        </div>
        <EmptyState
          icon="history"
          title={words?.title ?? page.title}
          actions={
            <>
              <ButtonLink to={hrefOfTasks()} type="primary" icon={<Icon name="tasks" size={18} />}>
                我的任务
              </ButtonLink>
              <ButtonLink to={hrefOfPage('/tupianHome')}>看看示例场景</ButtonLink>
            </>
          }
        >
          {words?.text ?? page.summary}
        </EmptyState>
      </div>
    )
  }
  if (user === undefined) return <Spinner block />
  if (user) return <PersonCenter user={user} />
  return (
    <EmptyState
      as="h1"
      icon="user"
      title="个人中心"
      actions={
        <Button
          type="primary"
          size="large"
          onClick={() => {
            loginOpen.value = true
          }}
        >
          登录
        </Button>
      }
    >
      登录后可以查看算力券、修改昵称，并在多台设备上看到自己的任务。
    </EmptyState>
  )
}
