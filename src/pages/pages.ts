import type { RuleId } from '#contracts/rules.ts'

/** A page that is no tool. Its component is in PAGE_VIEWS (src/app/routes.tsx). */
export interface Page {
  /** Path in the router's syntax. */
  readonly path: string
  readonly title: string
  readonly summary: string
  readonly view: PageView
  /** False on pages that fill the window. */
  readonly footer?: false
  /** Right that it takes; for others it is not there. */
  readonly rule?: RuleId
}

export type PageView =
  | 'home'
  | 'tasks'
  | 'done'
  | 'agreement'
  | 'login'
  | 'mobileHome'
  | 'mobileList'
  | 'mobilePrepare'
  | 'mobileDone'
  | 'client'
  | 'notice'
  | 'gallery'
  | 'account'
  | 'storage'
  | 'help'
  | 'share'
  | 'engines'

const page = (path: string, view: PageView, title: string, summary: string): Page => ({
  path,
  view,
  title,
  summary,
})

/** Every page that is no tool, with the paths that the specification names, in their exact case. */
export const PAGES: readonly Page[] = [
  { ...page('/', 'home', '首页', '建筑、室内、景观与商业空间的 AI 工具箱'), footer: false },
  { ...page('/newhome', 'home', '首页', '建筑、室内、景观与商业空间的 AI 工具箱'), footer: false },
  page('/home', 'home', '首页', '建筑、室内、景观与商业空间的 AI 工具箱'),
  page('/list', 'tasks', '我的任务', '全部任务，按工具与状态筛选'),
  page('/done', 'done', '任务结果', '一张成图的对比与下载'),
  page('/done2', 'done', '视频结果', '一段视频的播放与下载'),
  page('/agreement', 'agreement', '用户协议', '使用筑绘前请阅读'),
  page('/user/login', 'login', '登录', '手机号登录'),
  page('/mobileHome', 'mobileHome', '首页', '手机上的工具箱'),
  page('/mobileList', 'mobileList', '我的任务', '手机上的任务列表'),
  page('/mobilePrepare', 'mobilePrepare', '准备任务', '选图与参数'),
  page('/mobileDone', 'mobileDone', '任务结果', '成图的对比与下载'),
  page('/client', 'client', '客户端', '把筑绘装到桌面与手机'),
  page('/share', 'share', '打开图片', '分享或打开的图片，选一个工具处理'),
  page('/modelsquare', 'notice', '模型广场', '团队共享的风格模型'),
  page('/modelTrain', 'notice', '训练模型', '用自己的作品训练风格模型'),
  page('/modelTraining', 'notice', '训练中', '正在进行的训练'),
  page('/dingzhi', 'notice', '定制采购', '为团队定制部署与模型'),
  page('/authorInspirationhome', 'gallery', '图集详情', '一组灵感图'),
  page('/insHomeByCreate', 'gallery', '图集详情', '我创建的图集'),
  page('/insHomeByCollect', 'gallery', '图集详情', '我收藏的图集'),
  page('/insHomeByCase', 'gallery', '案例详情', '一个案例的全部图片'),
  page('/searchCase', 'gallery', '搜索案例', '按类型与风格找案例'),
  page('/anliSearch', 'gallery', '搜索案例', '按关键词找案例'),
  page('/moreCollections', 'gallery', '更多图集', '全部图集'),
  page('/similar', 'gallery', '相似图片', '与一张图相似的图片'),
  page('/classifyPage/:ids?', 'gallery', '分类', '一个分类下的图片'),
  page('/tupianHome', 'gallery', '图片灵感', '看看别人怎么画'),
  page('/caseHome', 'gallery', '案例', '完整的项目案例'),
  page('/classifyCase', 'gallery', '案例分类', '一个分类下的案例'),
  page('/authorHomePage', 'gallery', '作者主页', '一位作者的作品'),
  page('/seachInspiration', 'gallery', '搜索灵感', '按关键词找图集'),
  page('/findPage', 'gallery', '发现', '新的图片与案例'),
  page('/landing', 'gallery', '欢迎', '从一张图开始'),
  page('/aiToolPage', 'home', '室内 AI 工具', '室内设计用得最多的工具'),
  page('/myDownloads', 'account', '我的下载', '下载过的图片'),
  page('/casemineByCreate', 'account', '我创建的', '自己创建的图集'),
  page('/casemineByCollect', 'account', '我收藏的', '收藏的图集'),
  page('/casemineByCase', 'account', '我的案例', '自己的案例'),
  page('/myStorage', 'storage', '本机存储', '占用多少空间，固定项目，清理'),
  page('/myPersonCenter', 'account', '个人中心', '账户与算力券'),
  page('/otherPersonCenter', 'account', '设计师主页', '一位设计师的公开作品'),
  { ...page('/admin/engines', 'engines', '引擎', '接入、排序、测试生成图片的引擎'), rule: 'operator' },
  page('/qaPage', 'help', '帮助中心', '常见问题与使用说明'),
]
