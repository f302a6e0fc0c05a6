import { describe, expect, test } from 'vitest'
import { OPS, paramsOf } from '#ops/index.ts'
import { PAGES } from '#src/pages/pages.ts'
import { controlsOf, initialParams } from '#src/tools/controls.ts'
import { findTool, isShown, pathOf, TOOLS, toolsOf } from '#src/tools/registry.ts'
import { searchTools } from '#src/tools/search.ts'
import { editorSettings } from '#src/ui/mask/editor-settings.ts'

/** The tool routes that the product promises, in their exact case. */
const ROUTES = [
  'panorama facerestoration materialchange backgroundchange oldhouse multiAngleRender deepseek imgagent',
  'ailive ailiveOld xitu wanwuqianyi localRenderingPro localRenderingProIndoor toline 3drender 3dRenderDone',
  'allPlan emptyRoom indoorExterior indoorShedShot outdoorShedShot matting extendImg clean realUpImg compress',
  'upScaleImg architecturalPart birdsViewRender lockImgOut landscapeRender lockImg text2Img text2ImgPro',
  'atmosphereChange styleTransfer text2Video img2Video imgs2Video styleTransferIndoor gongzhuangRender',
  'gongzhuangRenderNew indoorRender indoorRenderNew materialChange colorFlatPicture architecturalRender',
  'architecturalRenderNew landscapeRenderNew lama img2prompt text2prompt',
].flatMap((line) => line.split(' '))

describe('registry of tools', () => {
  test('holds every promised route, and each route once', () => {
    const ids = TOOLS.map((tool) => tool.id)
    expect(ids).toEqual(expect.arrayContaining(ROUTES))
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('tells paths apart by case', () => {
    expect(findTool('materialchange')?.title).not.toBe(findTool('materialChange')?.title)
    expect(findTool('Matting')).toBeUndefined()
  })

  test('no tool shares a path with a page', () => {
    const pages = new Set(PAGES.map((page) => page.path))
    expect(TOOLS.filter((tool) => pages.has(pathOf(tool)))).toEqual([])
  })

  test('titles are unique, so that history and search are unambiguous', () => {
    expect(new Set(TOOLS.map((tool) => tool.title)).size).toBe(TOOLS.length)
  })

  test('every tool is in a menu, or is a variant of one that is', () => {
    const listed = new Set(
      (['render', 'image', 'generate', 'assist'] as const).flatMap(toolsOf).map((t) => t.id),
    )
    for (const tool of TOOLS) expect(listed.has((tool.variantOf ?? tool.id) as never), tool.id).toBe(true)
  })

  test.each(TOOLS.map((tool) => [tool.id, tool] as const))('%s: initial values pass its op', (_id, tool) => {
    const schema = paramsOf(tool.op)
    const params = initialParams(tool)
    expect(schema.safeParse(params).error?.issues ?? []).toEqual([])
    for (const field of controlsOf(tool)) {
      expect(Object.keys(schema.shape)).toContain(field.key)
      for (const known of field.when ? [field.when.key] : [])
        expect(Object.keys(schema.shape)).toContain(known)
      if (field.kind === 'slider' || field.kind === 'number') {
        // NaN where the schema has no bounds: such a control cannot be drawn.
        expect(field.max - field.min, field.key).toBeGreaterThan(field.step)
      } else if (field.kind === 'choice') {
        expect(field.options, field.key).toContain(field.initial)
        const named = Object.keys(field.titles ?? {})
        expect(field.options.map(String), field.key).toEqual(expect.arrayContaining(named))
      } else if (field.kind === 'text') expect(field.maxLength, field.key).toBeGreaterThan(0)
    }
  })

  test('shows bounds, options and defaults as the op has them, a default of its own before', () => {
    const control = (id: string, key: string) => controlsOf(findTool(id)!).find((field) => field.key === key)
    expect(control('compress', 'targetKb')).toMatchObject({ min: 10, max: 50_000, step: 10, initial: 500 })
    expect(control('extendImg', 'left')).toMatchObject({ min: 0, max: 4096, initial: 256 })
    expect(control('upScaleImg', 'factor')).toMatchObject({ options: [2, 4], initial: 2 })
    expect(control('indoorRenderNew', 'variants')).toMatchObject({ options: [1, 2, 3, 4] })
    expect(control('realUpImg', 'quality')).toMatchObject({ options: ['fast', 'best'], initial: 'best' })
    expect(control('text2Img', 'prompt')).toMatchObject({ maxLength: 2000, initial: '' })
  })

  test.each(TOOLS.map((tool) => [tool.id, tool] as const))(
    '%s: its inputs are what its op takes',
    (_id, tool) => {
      const op = OPS[tool.op]
      for (const slot of tool.inputs) expect(op.accepts as readonly string[]).toContain(slot.role)
      if (tool.id === '3dRenderDone') return
      const slots = tool.inputs.filter((slot) => slot.required).map((slot) => slot.role)
      // A mask has no slot: it is painted on the picture.
      const offered = tool.workbench === 'mask' ? [...slots, 'mask'] : slots
      for (const role of op.requires) expect(offered).toContain(role)
    },
  )

  test('keeps the product’s defaults', () => {
    expect(initialParams(findTool('architecturalRenderNew')!)).toMatchObject({ strength: 0.75, lock: 1 })
    expect(initialParams(findTool('localRenderingPro')!)).toMatchObject({ strength: 0.7 })
    expect(editorSettings.value.brush).toBe(25)
    expect(initialParams(findTool('deepseek')!)).toEqual({ thinking: true })
  })

  test('hides what the chosen values make pointless', () => {
    const tool = findTool('compress')!
    const shown = (mode: string) =>
      tool.fields
        .filter((field) => isShown(field, { ...initialParams(tool), mode }))
        .map((field) => field.key)
    expect(shown('quality')).toContain('quality')
    expect(shown('quality')).not.toContain('targetKb')
    expect(shown('size')).toContain('targetKb')
  })

  test('the footer is hidden on the pages that fill the window', () => {
    const bare = [...TOOLS, ...PAGES].filter((entry) => entry.footer === false)
    const paths = bare.map((entry) => ('path' in entry ? entry.path : pathOf(entry))).sort()
    expect(paths).toEqual(['/', '/imgagent', '/img2prompt', '/lama', '/newhome', '/text2prompt'].sort())
  })
})

describe('search', () => {
  test.each([
    ['抠图', 'matting'],
    ['koutu', 'matting'],
    ['kt', 'matting'],
    ['去背景', 'matting'],
    ['线稿', 'toline'],
    ['xiangao', 'toline'],
    ['压缩', 'compress'],
    ['ys', 'compress'],
    ['compress', 'compress'],
    ['quanjing', 'panorama'],
    ['建筑渲染', 'architecturalRenderNew'],
    ['jzxr', 'architecturalRenderNew'],
    ['换天空', 'atmosphereChange'],
  ])('%s finds %s among the first three', (query, id) => {
    expect(
      searchTools(query)
        .slice(0, 3)
        .map((tool) => tool.id),
    ).toContain(id)
  })

  test('an empty or unknown query finds nothing', () => {
    expect(searchTools('  ')).toEqual([])
    expect(searchTools('qqqqzzzz')).toEqual([])
  })
})
