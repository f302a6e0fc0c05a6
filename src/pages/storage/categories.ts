import type { Clearable, StorageCategory, StorageUse } from '#src/data/store/storage.ts'

interface CategoryWords {
  title: string
  /** What it is, in a line. */
  text: string
}

export const CATEGORY_WORDS: Record<StorageCategory, CategoryWords> = {
  records: { title: '任务记录', text: '列表、搜索与筛选用的记录' },
  results: { title: '结果图片', text: '在本机处理得到的图片，只在这台设备上' },
  drafts: { title: '草稿与原图', text: '各工具里选好还没提交的图片，以及等待处理的原图' },
  pinned: { title: '固定的项目', text: '断网也能看的原图与成图' },
  cached: { title: '缓存的缩略图', text: '看过的图片、示例与分类，随时可以重新下载' },
  packs: { title: '离线包', text: '本机抠图、放大用的模型' },
  downloads: { title: '下载中的文件', text: '正在打包或还没保存完的下载' },
  app: { title: '应用本身', text: '断网打开筑绘所需的程序' },
}

/** What clearing loses and what is safe, said before it is done. */
export interface ClearWords {
  title: string
  lost: string
  safe: string
  /** Clearing it takes what is nowhere else. */
  isFinal: boolean
}

/** @param use what lies on this device now */
export function clearWords(category: Clearable, { onlyHere, serverRecords }: StorageUse): ClearWords {
  const { results, drafts, unsent } = onlyHere
  const kept = [results > 0 && `${results} 个本机结果`, unsent > 0 && `${unsent} 个未完成的任务`]
    .filter(Boolean)
    .join('、')
  switch (category) {
    case 'records':
      return {
        title: '清理任务记录？',
        lost: `清理 ${serverRecords} 条服务器任务的本机记录，断网时暂时看不到它们；下次联网打开“我的任务”会重新读取。`,
        safe: kept ? `不会清理还没到服务器的内容：${kept}。` : '服务器上的任务与结果都不受影响。',
        isFinal: false,
      }
    case 'results':
      return {
        title: `清理 ${results} 个本机结果？`,
        lost: `这 ${results} 个任务只在这台设备上处理过，清理后任务与图片都找不回来。需要的请先下载。`,
        safe: unsent > 0 ? `还没完成的 ${unsent} 个任务不受影响。` : '服务器上的任务与结果不受影响。',
        isFinal: true,
      }
    case 'drafts':
      return {
        title: `清理 ${drafts} 份草稿？`,
        lost: `各工具里选好还没提交的图片、涂好的蒙版与参数会清空，不能恢复。`,
        safe: unsent > 0 ? `等待提交的 ${unsent} 个任务的原图会保留。` : '已提交的任务不受影响。',
        isFinal: true,
      }
    case 'pinned':
      return {
        title: '取消全部固定？',
        lost: '固定在本机的原图与成图会释放，断网时看不到大图。',
        safe: '项目本身、任务与服务器上的图片都保留，之后可以再固定。',
        isFinal: false,
      }
    case 'cached':
      return {
        title: '清理缓存的缩略图？',
        lost: '断网时暂时看不到服务器任务的图片；联网后会自动重新下载。',
        safe: '草稿、本机结果与固定的项目都不受影响。',
        isFinal: false,
      }
  }
}
