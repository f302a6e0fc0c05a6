import { PICTURE_WORDS } from './formats.ts'
import type { Cost } from './tickets.ts'

/**
 * The one catalogue of errors. Every refusal of the server and every failure that the client explains has
 * an entry here: a number for clients, the HTTP status, what went wrong, and what the user can do about it.
 */
export const ERRORS = {
  // Requests
  BAD_REQUEST: { code: 4000, status: 400, message: '提交的内容格式不正确', remedy: '请刷新页面后重试' },
  NOT_SIGNED_IN: { code: 4010, status: 401, message: '请先登录', remedy: '登录后会自动继续' },
  CROSS_SITE: { code: 4030, status: 403, message: '请求来源不受信任', remedy: '请在筑绘页面内操作' },
  FORBIDDEN: {
    code: 4031,
    status: 403,
    message: '只有本站的管理员可以这样做',
    remedy: '请用管理员的账号登录',
  },
  NOT_FOUND: { code: 4040, status: 404, message: '内容不存在或已删除', remedy: '请返回列表刷新后再试' },
  TOO_MANY: { code: 4290, status: 429, message: '操作太频繁', remedy: '请稍候再试' },
  // Sign-in
  PHONE_INVALID: {
    code: 4101,
    status: 400,
    message: '手机号格式不正确',
    remedy: '请输入 11 位中国大陆手机号',
  },
  CODE_COOLDOWN: { code: 4102, status: 429, message: '验证码已发送', remedy: '请在倒计时结束后重新获取' },
  CODE_LIMIT: {
    code: 4103,
    status: 429,
    message: '今日获取验证码次数已达上限',
    remedy: '请明天再试，或联系管理员',
  },
  CODE_WRONG: { code: 4104, status: 400, message: '验证码错误或已失效', remedy: '请核对验证码，或重新获取' },
  SMS_UNAVAILABLE: {
    code: 4105,
    status: 503,
    message: '短信发送失败',
    remedy: '请稍后重试，或联系管理员检查短信服务',
  },
  OPERATOR_CODE: {
    code: 4106,
    status: 400,
    message: '代码不对，或已经用过',
    remedy:
      '请核对服务器最近一次启动时在控制台打印的代码；也可在服务器上运行 npm run admin -- operator 手机号',
  },
  // Workflows of the operator's own
  WORKFLOW_FORMAT: {
    code: 4110,
    status: 400,
    message: '这不是 ComfyUI 的工作流',
    remedy: '请在 ComfyUI 的“设置”里打开“开发者模式”，再用菜单里的“导出(API)”另存，用存下的内容',
  },
  WORKFLOW_LARGE: {
    code: 4111,
    status: 413,
    message: '工作流超过 1 MB',
    remedy: '请删去嵌在里面的图片等数据：一般的工作流只有几十 KB',
  },
  WORKFLOW_UNFIT: {
    code: 4112,
    status: 400,
    message: '工作流的绑定不完整',
    remedy: '请核对这一项的绑定后再保存',
  },
  // Tasks and tickets
  TASK_CONFLICT: { code: 4201, status: 409, message: '任务编号已被另一份内容占用', remedy: '请重新提交' },
  TASK_STATE: {
    code: 4202,
    status: 409,
    message: '任务当前状态不支持此操作',
    remedy: '请刷新任务状态后再试',
  },
  TICKETS_SHORT: { code: 4203, status: 402, message: '算力券不足', remedy: '请在用户中心补充算力券后重试' },
  OP_UNAVAILABLE: {
    code: 4204,
    status: 409,
    message: '当前没有可执行此功能的引擎',
    remedy: '请在服务器上接入所需引擎后重试',
  },
  PARAMS_INVALID: { code: 4205, status: 400, message: '参数不在允许范围内', remedy: '请恢复默认参数后重试' },
  INPUT_MISSING: { code: 4206, status: 400, message: '缺少必需的图片', remedy: '请先上传图片' },
  QUEUE_FULL: { code: 4207, status: 429, message: '排队任务过多', remedy: '请等待已有任务完成后再提交' },
  DATA_REACH: {
    code: 4208,
    status: 403,
    message: '这些图片不能发到所选的引擎',
    remedy: '请改在本机或本地引擎处理；允许发到哪里由本站的管理员设置',
  },
  DATA_REACH_CHANGED: {
    code: 4209,
    status: 403,
    message: '管理员改了数据去向，图片不能再发到所选的引擎',
    remedy: '图片没有发出；请改在本机或本地引擎处理',
  },
  PRICE_ROSE: {
    code: 4211,
    status: 409,
    message: '价格比提交时高',
    remedy: '请看过新的价格再决定',
  },
  LIVE_OVER: {
    code: 4210,
    status: 409,
    message: '实时渲染已停止',
    remedy: '点“开始”可以继续，画板上的内容都在',
  },
  // Files
  FILE_EMPTY: {
    code: 4301,
    status: 400,
    message: '文件是空的',
    remedy: '请检查文件是否下载完整，重新导出后再上传',
  },
  FILE_NOT_IMAGE: {
    code: 4302,
    status: 415,
    message: '这不是图片文件',
    remedy: `请选择 ${PICTURE_WORDS} 图片，或先用看图软件另存为 JPG、PNG`,
  },
  FILE_DAMAGED: {
    code: 4303,
    status: 400,
    message: '图片已损坏或不完整',
    remedy: '请用看图软件打开并另存一份后再上传',
  },
  FILE_TOO_MANY_PIXELS: {
    code: 4304,
    status: 413,
    message: '图片像素过多（上限 5000 万像素）',
    remedy: '请先缩小尺寸，或裁切后分块处理',
  },
  FILE_TOO_COMPLEX: {
    code: 4324,
    status: 413,
    message: '打开这个文件太费时间或内存',
    remedy: '请用看图软件另存为普通的 JPG 或 PNG 后再上传',
  },
  FILE_TOO_BIG: { code: 4305, status: 413, message: '文件过大（上限 100 MB）', remedy: '请先压缩图片再上传' },
  FILE_SVG: { code: 4306, status: 415, message: '不支持 SVG 矢量图', remedy: '请先导出为 PNG 再上传' },
  FILE_PSD: {
    code: 4307,
    status: 415,
    message: 'PSD 里没有合并后的画面',
    remedy: '请在 Photoshop 中转为 RGB 颜色，存储时勾选“最大兼容”，或导出为 PNG 后再选',
  },
  FILE_MISMATCH: {
    code: 4308,
    status: 415,
    message: '文件内容与扩展名不符',
    remedy: '请用看图软件打开并另存为正确格式后再上传',
  },
  ARCHIVE_DAMAGED: {
    code: 4310,
    status: 400,
    message: '压缩包已损坏、不完整或设有密码',
    remedy: '请重新打包为不设密码的 ZIP 后再选',
  },
  ARCHIVE_EMPTY: {
    code: 4311,
    status: 400,
    message: '压缩包里没有图片',
    remedy: '请选择装有 JPG、PNG 或 WebP 的 ZIP',
  },
  ARCHIVE_TOO_MANY: {
    code: 4312,
    status: 413,
    message: '压缩包里的图片过多',
    remedy: '其余图片请拆成几个压缩包分批处理',
  },
  MASK_TOO_LARGE: {
    code: 4313,
    status: 400,
    message: '涂抹的范围太大，没有可以参照的画面',
    remedy: '请缩小涂抹范围，分几次处理',
  },
  NO_SUBJECT: {
    code: 4314,
    status: 400,
    message: '没有找到明确的主体',
    remedy: '请换一张主体清晰的图；整栋建筑请先裁切，或用画笔涂出要保留的部分',
  },
  NO_ROOMS: {
    code: 4315,
    status: 400,
    message: '没有找到闭合的房间',
    remedy: '请换一张线条清晰的平面线图：墙线要连续，长边最好在 1200 像素以上；总平面图请用“总平面渲染”',
  },
  NOTHING_TO_CLEAR: {
    code: 4316,
    status: 400,
    message: '这张图里认不准要清走的家具',
    remedy: '请用画笔涂出要清走的东西（连影子一起），再开始一次；或关掉“保留原有饰面”，整间做成毛坯',
  },
  FILE_DWG: {
    code: 4322,
    status: 415,
    message: 'DWG 文件要先转换',
    remedy:
      '请在 CAD 中另存为 DXF 再选（AutoCAD、中望、浩辰：文件 → 另存为 → 类型选 DXF）；没有 CAD 时可用免费的 DWG TrueView 或 ODA File Converter 转换',
  },
  FILE_DXF: {
    code: 4318,
    status: 415,
    message: '这里不能打开 DXF 图纸',
    remedy: '彩色平面图与总平面渲染可直接打开 DXF；其他工具请在 CAD 中导出 PNG',
  },
  NO_LINES: {
    code: 4319,
    status: 400,
    message: '图纸里没有可以画出的线条',
    remedy: '请确认平面图在模型空间、图层没有关闭；天正图纸请先“图形导出”为 T3 格式，三维模型请先生成平面图',
  },
  DRAWING_ON_PAPER: {
    code: 4328,
    status: 400,
    message: '图只画在布局（图纸空间）里，模型空间是空的',
    remedy: '请在 CAD 里打开这个布局，用“将布局输出到模型”（EXPORTLAYOUT）另存，再导出 DXF',
  },
  DRAWING_ELSEWHERE: {
    code: 4329,
    status: 400,
    message: '图画在外部参照里，DXF 没有带上它',
    remedy: '请在 CAD 的“外部参照”面板（XREF）里对它选“绑定 → 插入”，再另存为 DXF',
  },
  PLAN_BLANK: {
    code: 4330,
    status: 400,
    message: '画面几乎是空的，没有平面图',
    remedy: '请确认选对了文件与页面；线条太淡时请先加深，只占一角时请先裁出平面图',
  },
  PLAN_IN_PERSPECTIVE: {
    code: 4331,
    status: 400,
    message: '这是透视图或照片，不是从正上方看的平面图',
    remedy: '请换平面线图；要给透视线稿或照片出效果图，请用“建筑渲染”等渲染工具',
  },
  PLAN_UPRIGHT: {
    code: 4332,
    status: 400,
    message: '这是立面图或剖面图，不是平面图',
    remedy: '请换平面图；同一张图里也有平面图时，请先裁出平面图再选',
  },
  PDF_LOCKED: {
    code: 4333,
    status: 415,
    message: 'PDF 设了打开密码',
    remedy: '请在 PDF 阅读器里输入密码打开，再“打印为 PDF”或导出成图片后选',
  },
  DRAWING_TOO_COMPLEX: {
    code: 4321,
    status: 413,
    message: '图纸过于复杂',
    remedy: '请只保留要上色的一张平面图，清理（PURGE）后另存再选',
  },
  NO_VIEWS: {
    code: 4317,
    status: 400,
    message: '这张图里认不出镜头和墙、地、立面，换不了角度',
    remedy: '请换个视角，或换一张能看到地面与墙面（或建筑立面）、横竖线条清楚的图；特写、平面图和立面图不行',
  },
  FILE_TOO_SMALL: { code: 4309, status: 400, message: '图片太小', remedy: '请选择边长至少 16 像素的图片' },
  NOTHING_WANTED: {
    code: 4323,
    status: 400,
    message: '描述里没有听懂的材质、颜色或光线',
    remedy: '请在“选词”里挑选，或选一种风格、添加参考图；添新物件需要接入生成引擎',
  },
  LINK_CLOSED: {
    code: 4326,
    status: 502,
    message: '那个网站不允许直接取用它的图片',
    remedy: '请在原网页上对着图片点右键（手机上长按），把图片保存下来，再把文件拖进来或选进来',
  },
  LINK_NO_PICTURE: {
    code: 4327,
    status: 415,
    message: '这个链接不是图片，是网页或别的文件',
    remedy: '请打开它，对着图片本身点右键（手机上长按），把图片保存下来，再把文件拖进来或选进来',
  },
  LUT_INVALID: {
    code: 4320,
    status: 400,
    message: 'LUT 文件无法读取',
    remedy: '请在调色软件中重新导出为 .cube 格式后再选',
  },
  // Server
  ENGINE_FAILED: {
    code: 5001,
    status: 500,
    message: '处理失败',
    remedy: '请重试；若反复失败请更换图片',
  },
  ENGINE_TIMEOUT: { code: 5002, status: 504, message: '处理超时', remedy: '请缩小图片后重试' },
  ENGINE_MEMORY: {
    code: 5003,
    status: 500,
    message: '处理所需内存超出上限',
    remedy: '请缩小图片后重试',
  },
  ENGINE_REFUSED: {
    code: 5005,
    status: 400,
    message: '图像服务拒绝了这次内容（不符合其内容规则）',
    remedy: '请修改描述或换一张图后重试，算力券已退回',
  },
  ENGINE_KEY: {
    code: 5006,
    status: 502,
    message: '图像服务不接受所设的密钥',
    remedy: '请联系管理员检查密钥与模型权限',
  },
  ENGINE_QUOTA: {
    code: 5007,
    status: 502,
    message: '图像服务的账户额度已用完',
    remedy: '请联系管理员为该服务充值，或换用其它引擎',
  },
  ENGINE_BUSY: {
    code: 5008,
    status: 503,
    message: '图像服务繁忙',
    remedy: '请过几分钟重试',
  },
  ENGINE_UNREACHABLE: {
    code: 5009,
    status: 502,
    message: '连接不上图像服务',
    remedy: '由管理员检查服务的地址、网络与防火墙',
  },
  ENGINE_OUTPUT: {
    code: 5010,
    status: 502,
    message: '图像服务没有返回可用的图片',
    remedy: '请重试；若反复失败，请联系管理员检查该服务',
  },
  ENGINE_VRAM: {
    code: 5011,
    status: 502,
    message: 'ComfyUI 的显存不足',
    remedy: '请缩小图片或减少张数后重试；若反复出现，请联系管理员换用更小的模型（见 docs/engines.md）',
  },
  ENGINE_MODEL: {
    code: 5012,
    status: 502,
    message: 'ComfyUI 缺少模型文件，或文件不完整',
    remedy: '请联系管理员补齐模型文件（清单见 docs/engines.md）',
  },
  ENGINE_GRAPH: {
    code: 5013,
    status: 502,
    message: 'ComfyUI 不接受这个工作流',
    remedy: '请联系管理员更新 ComfyUI（0.8 或更新）后重试',
  },
  ENGINE_INTERRUPTED: {
    code: 5014,
    status: 502,
    message: '任务在 ComfyUI 上被中止',
    remedy: '请重试；多人共用一台时，请不要在 ComfyUI 页面上中止他人的任务',
  },
  WORKFLOW_GONE: {
    code: 5015,
    status: 502,
    message: '所选的工作流已被管理员删除',
    remedy: '请另选一个工作流后重新提交',
  },
  ENGINE_LOST: { code: 5004, status: 500, message: '引擎连接中断', remedy: '请重试' },
  QUOTA_FULL: {
    code: 4325,
    status: 413,
    message: '您的服务器空间已用完',
    remedy: '请在“个人中心”清理没有用到的图片，或删除不再需要的任务',
  },
  DATABASE_BUSY: { code: 5071, status: 503, message: '服务器正忙', remedy: '请稍候再试，内容没有丢失' },
  SERVER_STOPPING: {
    code: 5072,
    status: 503,
    message: '服务器正在停止或重启',
    remedy: '请稍候再试，内容没有丢失',
  },
  DISK_FULL: {
    code: 5070,
    status: 507,
    message: '服务器存储空间已满',
    remedy: '请联系管理员清理空间，已有内容仍可查看',
  },
  INTERNAL: { code: 5000, status: 500, message: '服务器出现异常', remedy: '请稍后重试' },
  // Client only: never sent by the server
  NETWORK: { code: 6001, status: 0, message: '网络连接不上服务器', remedy: '请检查网络，恢复后会自动重试' },
  TIMEOUT: { code: 6002, status: 0, message: '服务器响应超时', remedy: '网络较慢，请稍后重试' },
  CANCELLED: { code: 6003, status: 0, message: '已取消', remedy: '可随时重新开始' },
  BAD_RESPONSE: {
    code: 6004,
    status: 0,
    message: '服务器返回了无法识别的内容',
    remedy: '请刷新页面，更新到最新版本',
  },
  STORAGE_FULL: {
    code: 6005,
    status: 0,
    message: '本机存储空间不足',
    remedy: '请清理浏览器存储后重试，当前内容仍保留在页面中',
  },
  STORAGE_SILENT: {
    code: 6012,
    status: 0,
    message: '本机存储没有响应',
    remedy: '可以照常使用；请关闭本站的其他标签页，恢复后会自动保存',
  },
  SAVE_REFUSED: {
    code: 6007,
    status: 0,
    message: '浏览器不允许写入保存的位置',
    remedy: '请点“继续”重新允许，或取消后另选位置下载',
  },
  ARCHIVE_MEMORY: {
    code: 6008,
    status: 0,
    message: '此浏览器一次最多打包 500 MB',
    remedy: '请分几次选择并下载',
  },
  PACK_DAMAGED: {
    code: 6009,
    status: 0,
    message: '离线包下载后校验不一致',
    remedy: '损坏的部分已删除，请重新下载',
  },
  PACK_METERED: {
    code: 6010,
    status: 0,
    message: '正在使用流量，没有自动下载离线包',
    remedy: '请在“离线包”中确认下载，或连接 Wi-Fi 后重试',
  },
  PART_MISSING: {
    code: 6011,
    status: 0,
    message: '这部分程序还没有下载到本机',
    remedy: '请恢复网络后刷新页面再试',
  },
  FILE_SERVER_ONLY: {
    code: 6013,
    status: 0,
    message: '这个浏览器读不了 TIFF 图片',
    remedy: '请登录后由本地引擎处理，或先用看图软件另存为 JPG、PNG',
  },
  DEVICE_FAILED: {
    code: 6006,
    status: 0,
    message: '本机处理失败',
    remedy: '请缩小图片后重试，或改用服务器引擎',
  },
} as const satisfies Record<string, { code: number; status: number; message: string; remedy: string }>

/** Name of an error in the catalogue. */
export type ErrorName = keyof typeof ERRORS

/** An error of the catalogue, carrying an optional detail that replaces the generic message. */
export class AppError extends Error {
  readonly errorName: ErrorName
  readonly remedy: string
  readonly status: number
  readonly code: number
  /** How long the server wants to be left alone, when it said so. */
  readonly retryAfterMs: number | undefined
  /** Price that the task has now, where a risen price is the reason. */
  readonly price: Cost | undefined

  /**
   * @param errorName entry of the catalogue
   * @param detail a Chinese sentence that says it more exactly than the catalogue's message
   */
  constructor(
    errorName: ErrorName,
    detail?: string,
    options?: { cause?: unknown; retryAfterMs?: number; price?: Cost | undefined },
  ) {
    const entry = ERRORS[errorName]
    super(detail ?? entry.message, options)
    this.name = 'AppError'
    this.errorName = errorName
    this.remedy = entry.remedy
    this.status = entry.status
    this.code = entry.code
    this.retryAfterMs = options?.retryAfterMs
    this.price = options?.price
  }
}

const byCode = new Map<number, ErrorName>(
  Object.entries(ERRORS).map(([name, entry]) => [entry.code, name as ErrorName]),
)

/** The catalogue entry of a numeric code; INTERNAL for a number that this version does not know. */
export function errorNameOf(code: number): ErrorName {
  return byCode.get(code) ?? 'INTERNAL'
}

/** Whether an error is for who connects engines to mend. */
export function concernsEngines(code: number): boolean {
  return /^(ENGINE_|DATA_REACH|OP_UNAVAILABLE)/.test(errorNameOf(code))
}

/** Remedy of an error that concerns engines, in the words for an operator: nobody else has to be asked. */
export function remedyForOperator(remedy: string): string {
  return remedy.replace('联系管理员', '')
}

/** Whatever was thrown, as an AppError: unknown things become `fallback`. */
export function toAppError(thrown: unknown, fallback: ErrorName = 'INTERNAL'): AppError {
  return thrown instanceof AppError ? thrown : new AppError(fallback, undefined, { cause: thrown })
}
