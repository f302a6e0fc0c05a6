import type { ComponentType } from 'react'
import { createBrowserRouter, type RouteObject } from 'react-router-dom'
import { PAGES, type Page, type PageView } from '#src/pages/pages.ts'
import { findTool, pathOf, type RegisteredTool, TOOLS } from '#src/tools/registry.ts'
import { PagePending } from '#src/ui/PagePending.tsx'
import { RuleGate } from '#src/ui/RuleGate.tsx'
import { preloadWorkbench } from '#src/workbenches/load-workbench.ts'
import { Layout } from './Layout.tsx'
import { loadChunk } from './load-chunk.ts'
import { RouteError } from './RouteError.tsx'

/** What a route tells the shell. */
export interface RouteHandle {
  title: string
  footer: boolean
  tool?: RegisteredTool
  page?: Page
}

/** Every page's props: views that serve several paths tell them apart by it. */
export interface PageProps {
  page: Page
}
type PageModule = { default: ComponentType<PageProps> }

interface View {
  load: () => Promise<PageModule>
  /** Draws with antd, so it lies below AntdRoot. */
  antd: boolean
}

/** The component of each view. A view without an entry does not compile. */
export const PAGE_VIEWS: Record<PageView, View> = {
  home: { load: () => import('#src/pages/HomePage.tsx'), antd: false },
  tasks: { load: () => import('#src/pages/TasksPage.tsx'), antd: false },
  done: { load: () => import('#src/pages/DonePage.tsx'), antd: true },
  agreement: { load: () => import('#src/pages/AgreementPage.tsx'), antd: false },
  login: { load: () => import('#src/pages/LoginPage.tsx'), antd: false },
  mobileHome: { load: () => import('#src/pages/MobileHomePage.tsx'), antd: false },
  mobileList: { load: () => import('#src/pages/TasksPage.tsx'), antd: false },
  mobilePrepare: { load: () => import('#src/pages/MobilePreparePage.tsx'), antd: true },
  mobileDone: { load: () => import('#src/pages/DonePage.tsx'), antd: true },
  client: { load: () => import('#src/pages/ClientPage.tsx'), antd: false },
  notice: { load: () => import('#src/pages/NoticePage.tsx'), antd: false },
  gallery: { load: () => import('#src/pages/GalleryPage.tsx'), antd: false },
  storage: { load: () => import('#src/pages/StoragePage.tsx'), antd: false },
  account: { load: () => import('#src/pages/AccountPage.tsx'), antd: true },
  help: { load: () => import('#src/pages/HelpPage.tsx'), antd: false },
  engines: { load: () => import('#src/pages/admin/EnginesPage.tsx'), antd: true },
  share: { load: () => import('#src/pages/SharePage.tsx'), antd: false },
}

/** The workbench of an address with `?tool=` comes with the page around it. */
async function preloadToolOf({ request }: { request: Request }): Promise<null> {
  const tool = findTool(new URL(request.url).searchParams.get('tool') ?? '')
  if (tool) await preloadWorkbench(tool.workbench)
  return null
}

function pageRoute(page: Page): RouteObject {
  const handle: RouteHandle = { title: page.title, footer: page.footer !== false, page }
  return {
    path: page.path,
    caseSensitive: true,
    handle,
    ...(page.view === 'mobilePrepare' && { loader: preloadToolOf }),
    lazy: async () => {
      const { default: View } = await loadChunk(PAGE_VIEWS[page.view].load)
      const element = (
        <RuleGate rule={page.rule} title={page.title}>
          <View page={page} />
        </RuleGate>
      )
      return { element }
    },
  }
}

function toolRoute(tool: RegisteredTool): RouteObject {
  const handle: RouteHandle = { title: tool.title, footer: tool.footer !== false, tool }
  return {
    path: pathOf(tool),
    caseSensitive: true,
    handle,
    lazy: async () => {
      const [{ default: ToolPage }] = await Promise.all([
        loadChunk(() => import('#src/pages/ToolPage.tsx')),
        preloadWorkbench(tool.workbench),
      ])
      return { element: <ToolPage tool={tool} /> }
    },
  }
}

const withAntd = (page: Page) => PAGE_VIEWS[page.view].antd

/** All routes, from the registry of tools and the list of pages, under one layout route. */
export function appRoutes(): RouteObject[] {
  const notFound: RouteHandle = { title: '页面不存在', footer: true }
  return [
    {
      Component: Layout,
      ErrorBoundary: RouteError,
      children: [
        {
          ErrorBoundary: RouteError,
          HydrateFallback: PagePending,
          children: [
            ...PAGES.filter((page) => !withAntd(page)).map(pageRoute),
            {
              lazy: async () => {
                const { AntdRoot } = await loadChunk(() => import('./AntdRoot.tsx'))
                return { Component: AntdRoot }
              },
              children: [...PAGES.filter(withAntd).map(pageRoute), ...TOOLS.map(toolRoute)],
            },
            {
              path: '*',
              handle: notFound,
              lazy: async () => {
                const { default: NotFoundPage } = await loadChunk(() => import('#src/pages/NotFoundPage.tsx'))
                return { Component: NotFoundPage }
              },
            },
          ],
        },
      ],
    },
  ]
}

export function createAppRouter() {
  return createBrowserRouter(appRoutes())
}
