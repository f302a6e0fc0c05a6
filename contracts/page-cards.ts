import { z } from 'zod'

/** The file beside index.html that lists the pages. */
export const PAGE_CARDS_FILE = 'page-cards.json'

/** What a page is called where its link is shown, such as in a chat. */
const zPageCard = z.object({
  title: z.string(),
  description: z.string(),
  /** Path of a picture of 1200 × 630 px. */
  picture: z.string(),
})
export type PageCard = z.infer<typeof zPageCard>

/** Every page of the app; the build writes it from the tables of pages and tools. */
export const zPageCards = z.object({
  pages: z.array(
    zPageCard.extend({
      /** In the router's syntax. */
      path: z.string(),
      /** Parameter of the query that names another page, without its slash, which is shown here. */
      shows: z.string().optional(),
    }),
  ),
})
export type PageCards = z.infer<typeof zPageCards>

/** Size of the pictures, px: what chat programs ask for. */
export const CARD_SIZE = { width: 1200, height: 630 } as const
