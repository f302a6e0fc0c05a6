import type { GenerativeFacts } from '../generative.ts'

export const generative = {
  task: '改变第 1 张图的时间、天气或季节，建筑、空间与构图完全不变，像在另一个时刻拍的同一张照片。没有文字与水印。',
  says: {
    time: {
      values: {
        morning: '时间：清晨，低角度的柔和阳光。',
        noon: '时间：正午，阳光明亮，影子短。',
        sunset: '时间：日落，金色的斜阳。',
        dusk: '时间：黄昏蓝调，天空深蓝，室内与路灯已亮。',
        night: '时间：夜晚，天空全暗，灯光明亮。',
      },
    },
    weather: {
      values: {
        clear: '天气：晴朗。',
        overcast: '天气：阴天，柔和的漫射光。',
        rain: '天气：下雨，地面湿润反光。',
        snow: '天气：下雪，屋顶与地面积雪。',
        fog: '天气：有雾，远处朦胧。',
      },
    },
    season: {
      values: {
        spring: '季节：春天，新叶与花。',
        summer: '季节：夏天，枝叶茂盛。',
        autumn: '季节：秋天，叶子金黄。',
        winter: '季节：冬天，树木落叶。',
      },
    },
    strength: {
      upTo: [
        [0.35, '变化很轻。'],
        [0.65, '变化适中。'],
        [1, ''],
      ],
    },
    windows: {
      upTo: [
        [0.3, '窗户与灯不要亮。'],
        [0.7, '窗户与灯微微亮着。'],
        [1, '天暗时窗户与灯明亮。'],
      ],
    },
    scene: { values: { outdoors: '这是室外场景。', indoors: '这是室内空间。' } },
  },
  pictures: [],
  size: 'source',
} as const satisfies GenerativeFacts
