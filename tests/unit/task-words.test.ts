import { describe, expect, it } from 'vitest'
import { zLocalTask } from '#src/data/tasks/task-model.ts'
import { costOfTask, paramsInWords, progressOfTask, stateOfTask, titleOfTask } from '#src/ui/task-words.ts'
import { queuedTask } from '#tests/support/tasks.ts'

const task = (patch: Record<string, unknown>) =>
  zLocalTask.parse({ ...queuedTask(), origin: 'server', userId: 'u', ...patch })
const NAMES = {
  categories: [
    {
      id: 'interior',
      name: '室内',
      prompt: '',
      childrens: [
        {
          id: 'home',
          name: '住宅',
          prompt: '',
          childrens: [{ id: 'wabi', name: '侘寂', prompt: '', childrens: [] }],
        },
      ],
    },
  ],
  materials: [
    { id: 'oak', name: '橡木', group: '木', colour: '#aa8866', repeatMm: 1000, gloss: 0.2, prompt: '' },
  ],
  styles: [{ id: 'nordic', title: '北欧' }],
}

describe('a task in words', () => {
  it('says what it is at, nearest to the user first', () => {
    expect(stateOfTask(task({ phase: 'waiting' }))).toBe('等待网络')
    expect(stateOfTask(task({ phase: 'uploading', uploadProgress: 0.425 }))).toBe('上传中 43%')
    expect(stateOfTask(task({ queueNum: 3 }))).toBe('排队第 3 位')
    expect(stateOfTask(task({ state: 'running', step: '识别主体' }))).toBe('识别主体')
    expect(stateOfTask(task({ state: 'running' }))).toBe('处理中')
    expect(stateOfTask(task({ state: 'running', intent: 'cancel' }))).toBe('正在取消')
    expect(stateOfTask(task({ state: 'failed' }))).toBe('失败')
  })
  it('tells a share only where there is one', () => {
    expect(progressOfTask(task({ phase: 'waiting' }))).toBeNull()
    expect(progressOfTask(task({ phase: 'uploading', uploadProgress: 0.5 }))).toBe(0.5)
    expect(progressOfTask(task({ state: 'running', progress: 0.3 }))).toBe(0.3)
    expect(progressOfTask(task({ state: 'done', progress: 1 }))).toBeNull()
  })
  it('says what was paid and what came back', () => {
    expect(costOfTask(task({}))).toBe('图片券 1 张')
    expect(costOfTask(task({ refunded: true }))).toBe('图片券 1 张，已全额退回')
    expect(costOfTask(task({ origin: 'device', cost: null }))).toBe('不消耗算力券')
  })
  it('names parameters as the form does, and leaves out what the form hides', () => {
    const params = { ground: 'transparent', colour: '#F7F5F0', trim: true }
    expect(paramsInWords(task({ params }), NAMES)).toEqual([
      { title: '背景', value: '透明' },
      { title: '裁到主体', value: '开' },
    ])
  })
  it('names categories and materials by what they are called', () => {
    const render = task({
      toolId: 'indoorRenderNew',
      op: 'render',
      params: {
        classifyId2: 'home',
        classifyId3: 'wabi',
        style: 'nordic',
        strength: 0.75,
        prompt: '',
        lock: 1,
      },
    })
    expect(paramsInWords(render, NAMES)).toEqual([
      { title: '类型与风格', value: '住宅 · 侘寂' },
      { title: '风格', value: '北欧' },
      { title: '渲染强度', value: '0.75' },
      { title: '锁定结构', value: '开' },
    ])
    const retexture = task({ toolId: 'materialChange', op: 'retexture', params: { material: 'oak' } })
    expect(paramsInWords(retexture, NAMES)).toEqual([{ title: '材质', value: '橡木' }])
  })
  it('falls back to the op where this version does not know the tool', () => {
    expect(titleOfTask(task({ toolId: 'somethingNew' }))).toBe('抠图')
    expect(paramsInWords(task({ toolId: 'somethingNew', params: { a: 1 } }), NAMES)).toEqual([])
  })
})
