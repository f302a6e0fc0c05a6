/**
 * What the lines of a layer are, by its name: `pale` ones (dimensions, axes, hatches, floorings, frames) are drawn lightly
 * and are no walls; `thing` is furniture; `none` are never drawn.
 */
export type LayerRole = 'wall' | 'opening' | 'plain' | 'thing' | 'pale' | 'none'

/**
 * Words in names of layers, of AutoCAD, 天正 and the AIA's guidelines and of offices in many countries; the first list
 * that fits counts. `.` behind a word of an alphabet: it stands alone.
 */
const WORDS: readonly (readonly [LayerRole, string])[] = [
  ['none', '辅助 輔助 construction defpoints. hilfslinien viewport'],
  [
    'pale',
    '标注 標註 尺寸 寸法 轴 軸 标高 標高 中心线 通り芯 dim. dims. dimension axis. axes. grid. グリッド dote. center. bemass masse. masslinie massketten cota cote. cotes. cotation quote. quota quotatur maat. maten maatvoering matt. mattsatt olcu achse axe. eje. ejes. asse. assi. eixo aks. raster rejilla griglia',
  ],
  [
    'pale',
    '梁 beam. beams. trager. traeger. stahltrager stahltraeger balken querbalken unterzug poutre. poutres. viga. vigas. trave. travi. 屋根 屋顶 屋頂 roof. dach. toit. toiture cubierta tetto telhado',
  ],
  [
    'pale',
    '图框 圖框 图签 圖簽 frame. title titel border tk. cartouche cajetin cartiglio rahmen schriftfeld legend',
  ],
  [
    'wall',
    '墙 牆 壁 柱 wall column col. cols. wand. wande. waende. mauer muro. muros. mur. murs. muri. pared. paredes. parede. parete. pareti. tabique cloison tramezz vagg vaggar. duvar pilar. pilares. stutze stuetze saule saeule poteau pilastr kolon kolom pelare alvenaria',
  ],
  [
    'pale',
    '填充 铺装线 铺地 鋪裝 地面 地坪 床仕上 hatch htch. patt. flooring tile. tiles. tiling parquet parkett boden. bodenbelag belag. fliesen suelo piso. pisos. solado pavim revetement carrelage sol. sols. golv. vloer. tegel zemin. schraffur tratteg achuras skraffer tarama',
  ],
  [
    'opening',
    '门 門 窗 窓 ドア 建具 洞口 door window wind. glaz. tur. turen. tuer. tueren. fenster porte. portes. fenetre puerta ventana porta. portas. finestr infissi janela deur. deuren. raam. ramen. kozijn dorr. dorrar. fonster kapi. pencere',
  ],
  [
    'thing',
    '家具 家私 洁具 潔具 厨具 橱柜 设施 furn furniture couch bench shelf shelves table. tables. chair sofa. bed. beds. sink. mobel moebel mobilier mobiliario mobili. arredo arredi meubel meubl moveis mobl. inredning mobilya sanitar sanitair sanitaire equip',
  ],
]

const plainOf = (name: string): string =>
  name
    .trim()
    .replace(/[\u00c0-\u024f]+/g, (letters) => letters.normalize('NFD').replace(/\p{M}/gu, ''))
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ı', 'i')

const PATTERNS = WORDS.map(([role, words]) => {
  const parts = words.split(/\s+/).map((word) => {
    if (/[^\x20-\x7e]/.test(word)) return word
    return word.endsWith('.') ? `(?<![a-z])${word.slice(0, -1)}(?![a-z])` : word
  })
  return [role, new RegExp(parts.join('|'))] as const
})

/** The role of a layer by its name. */
export function roleOfLayer(name: string): LayerRole {
  const plain = plainOf(name)
  return PATTERNS.find(([, words]) => words.test(plain))?.[0] ?? 'plain'
}
