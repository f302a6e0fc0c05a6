import { z } from 'zod'
import { zRule } from './rules.ts'

/** Mainland mobile number: 11 digits from 13 to 19. */
export const zPhone = z.string().regex(/^1[3-9]\d{9}$/, '请输入 11 位中国大陆手机号')
export const zSmsCode = z.string().regex(/^\d{6}$/, '请输入 6 位验证码')

/** Seconds between two codes to one number. */
export const SMS_COOLDOWN_SECONDS = 60

/** Characters that show nothing or turn others around: control, zero-width and bidirectional ones. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu
export const zNickname = z
  .string()
  .transform((name) => name.replace(UNSEEN, ''))
  .pipe(z.string().trim().min(1).max(20))

export const zUser = z.object({
  id: z.string(),
  nickname: z.string(),
  /** Masked in the middle: 138****0000. */
  phone: z.string(),
  avatar: z.string(),
  /** Named rights; none in what an earlier version kept. */
  rules: z.array(zRule).default([]),
  createdAt: z.number().int(),
})
export type User = z.infer<typeof zUser>

/** What the user's pictures take on the server, bytes. */
export const zStorageUse = z.object({
  used: z.number().int().nonnegative(),
  /** The part that no task shows. */
  unused: z.number().int().nonnegative(),
  quota: z.number().int().positive(),
})
export type StorageUse = z.infer<typeof zStorageUse>

export const zVip = z.object({
  vip: z.boolean(),
  level: z.string(),
  expiresAt: z.number().int().nullable(),
})
export type Vip = z.infer<typeof zVip>

export const zSmsLogin = z.object({
  phoneNo: zPhone,
  verifyCode: zSmsCode,
  type: z.string().max(20).default('phone'),
  source: z
    .object({
      keyWord: z.string().max(100).optional(),
      plan: z.string().max(100).optional(),
      source: z.string().max(100).optional(),
      unit: z.string().max(100).optional(),
    })
    .optional(),
})
