import { z } from 'zod'
import { zOp, zPlace } from './ops.ts'

/** Kinds of engines that an operator can connect. */
export const ENGINE_KINDS = {
  comfyui: { title: 'ComfyUI', defaultSlots: 2, defaultLimitS: 900, example: 'http://10.0.0.5:8188' },
  openai: {
    title: '兼容 OpenAI 的服务',
    ...{ defaultSlots: 2, defaultLimitS: 300, example: 'https://api.openai.com/v1' },
  },
  dashscope: {
    title: '阿里云百炼',
    ...{ defaultSlots: 2, defaultLimitS: 900, example: 'https://dashscope.aliyuncs.com/api/v1' },
  },
  ark: {
    title: '火山方舟视频',
    ...{ defaultSlots: 2, defaultLimitS: 1800, example: 'https://ark.cn-beijing.volces.com/api/v3' },
  },
} as const
export type EngineKind = keyof typeof ENGINE_KINDS
export const zEngineKind = z.enum(['comfyui', 'openai', 'dashscope', 'ark'])

export const zEngineId = z.string().regex(/^[a-z0-9-]{1,40}$/)

/** Without a login in it: what is secret goes into the key, which is kept encrypted and never shown. */
const zAddress = z
  .url({ protocol: /^https?$/ })
  .max(500)
  .refine((address) => !/^https?:\/\/[^/?#]*@/i.test(address), '地址里不要写账号，请填在密钥一栏')
const zModel = z.string().trim().max(200).default('')

/** Settings of an engine, as its operator enters them. */
export const zEngineForm = z.object({
  kind: zEngineKind,
  title: z.string().trim().min(1).max(40),
  address: zAddress,
  /** A Bearer token, or `name:password` for a proxy that wants Basic; null leaves it as it is, '' is none. */
  key: z.string().trim().max(1000).nullable(),
  imageModel: zModel,
  videoModel: zModel,
  visionModel: zModel,
  chatModel: zModel,
  /** Jobs that it gets side by side. */
  slots: z.number().int().min(1).max(16),
  /** Seconds that one job may run. */
  timeLimitS: z.number().int().min(10).max(86_400),
  /** Whether pictures that it gets leave the house. */
  isOutside: z.boolean(),
})
export type EngineForm = z.infer<typeof zEngineForm>

/** How an engine is: it answers, it does not, or it is switched off. */
export const zEngineState = z.enum(['ready', 'silent', 'off'])
export type EngineState = z.infer<typeof zEngineState>

/** An engine as its operator sees it; the key never leaves the server. */
export const zEngineEntry = z.object({
  id: zEngineId,
  title: z.string(),
  place: zPlace.exclude(['device']),
  /** Null for the embedded engine. */
  kind: zEngineKind.nullable(),
  /** Its settings; null where they come from the environment, and for the embedded engine. */
  form: zEngineForm.omit({ key: true }).nullable(),
  hasKey: z.boolean(),
  isOutside: z.boolean(),
  /** Whether it runs workflows of the operator's own. */
  takesWorkflows: z.boolean(),
  state: zEngineState,
  /** When it answered last, ms since 1970. */
  seenAt: z.number().int().nullable(),
  /** Why it does not answer, and what helps. */
  problem: z.object({ message: z.string(), remedy: z.string() }).nullable(),
  /** Ops that it can run now. */
  ops: z.array(zOp),
})
export type EngineEntry = z.infer<typeof zEngineEntry>

/** Nodes, model files and memory that an engine lacks for one graph or model. */
export const zLacking = z.object({
  nodes: z.array(z.string()),
  models: z.array(
    z.object({
      folder: z.string(),
      file: z.string(),
      /** 0 where it is not known. */
      gb: z.number(),
      /** Where its makers publish it; null where it is not known. */
      from: z.url().nullable(),
    }),
  ),
  /** GB of memory that the card falls short of. */
  vramGb: z.number(),
})
export type Lacking = z.infer<typeof zLacking>

/** A graph of a ComfyUI, or a model of a service, that carries out an op. */
export const zWay = z.object({
  /** Whether a graph or a model is asked for by its id. */
  by: z.enum(['graph', 'model']),
  id: z.string(),
  title: z.string(),
  /** Family of its models; '' where the title names it. */
  family: z.string(),
  /** Least memory of the card, GB; 0 where it does not matter. */
  vramGb: z.number(),
  /** Families of the LoRAs that it takes, none where that is not known; left out where it takes none. */
  loras: z.array(z.string()).optional(),
  /** Null when nothing is. */
  lacking: zLacking.nullable(),
})
export type Way = z.infer<typeof zWay>

/** A way as those know it who choose one: whether it is installed. */
export const zKnownWay = zWay.omit({ lacking: true }).extend({ isThere: z.boolean() })
export type KnownWay = z.infer<typeof zKnownWay>

/** A LoRA that an engine has. */
export const zLora = z.object({
  /** Its file, as graphs name it. */
  name: z.string(),
  /** Family of the models that it was trained for; '' where it does not say. */
  family: z.string(),
})
export type Lora = z.infer<typeof zLora>

/** Whether an engine can run an op, by which graphs or models, and why not. */
export const zOpReport = z.object({
  op: zOp,
  canRun: z.boolean(),
  /** Best first. */
  ways: z.array(zWay),
  /** Why it cannot, where it is not for something missing. */
  reason: z.string(),
})
export type OpReport = z.infer<typeof zOpReport>

/** How a trial of an engine goes. */
export const zEngineTrial = z.object({
  state: z.enum(['running', 'done', 'failed']),
  progress: z.number().min(0).max(1),
  step: z.string(),
  seconds: z.number(),
  /** The first result, as a data address. */
  picture: z.string().nullable(),
  /** Model, and graph where there is one. */
  made: z.string(),
  problem: z.object({ message: z.string(), remedy: z.string() }).nullable(),
})
export type EngineTrial = z.infer<typeof zEngineTrial>
