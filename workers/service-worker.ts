/**
 * Offline shell. Pages and chunks are precached with their headers, so an offline page is as isolated
 * (COOP, COEP) as an online one. A new version waits until the page asks for it.
 */
import { clientsClaim, type WorkboxPlugin } from 'workbox-core'
import { ExpirationPlugin } from 'workbox-expiration'
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { CacheFirst, StaleWhileRevalidate } from 'workbox-strategies'
import { PIN_HEADER, PINNED_PREFIX } from '#contracts/pins.ts'
import { SHARE_CACHE } from '#contracts/share.ts'
import { PACKS_CACHE } from './image/networks.ts'
import { findFrame, listenForFrames, SHELL } from './sw-frames.ts'
import { listenForNotices } from './sw-notices.ts'
import { listenForSync } from './sw-outbox.ts'
import { routeShares } from './sw-share.ts'

declare const self: ServiceWorkerGlobalScope & {
  readonly __WB_MANIFEST: (PrecacheEntry | string)[]
}

/** Pictures of the signed-in user; emptied at sign-out. */
const PRIVATE_CACHE = 'assets'
/** Category trees and materials: public lists that most forms need. */
const CATALOG_CACHE = 'catalog'
const CATALOG_PATHS = new Set(['/api/ai/getAllClassify', '/api/ai/getAllSuCai'])
const LOGOUT_PATH = '/api/user/logout'
const MAX_ASSETS = 600
const MAX_SAMPLES = 200
/** Thumbnails of the whole library, and the full pictures of what was chosen. */
const MAX_MATERIALS = 320

precacheAndRoute(self.__WB_MANIFEST)
cleanupOutdatedCaches()
clientsClaim()

routeShares()
listenForNotices()
listenForSync()
listenForFrames()

const shell = createHandlerBoundToURL(SHELL)
registerRoute(
  new NavigationRoute(async (options) => (await findFrame(options.request.url)) ?? shell(options), {
    denylist: [/^\/api\//],
  }),
)

const onlyComplete: WorkboxPlugin = {
  cacheWillUpdate: async ({ response }) => (response.status === 200 ? response : null),
}

/** Counts sign-outs: an answer to a request that began before one must not be stored after it. */
let session = 0
const onlyThisSession: WorkboxPlugin = {
  handlerWillStart: async ({ state }) => {
    if (state) state.session = session
  },
  cacheWillUpdate: async ({ response, state }) => (state?.session === session ? response : null),
}

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && CATALOG_PATHS.has(url.pathname),
  new StaleWhileRevalidate({ cacheName: CATALOG_CACHE, plugins: [onlyComplete] }),
)

/** The first visit fetches the lists past this worker, or not at all: an offline start needs them as well. */
self.addEventListener('install', (event) => {
  const warm = caches.open(CATALOG_CACHE).then((cache) => cache.addAll([...CATALOG_PATHS]))
  // Without them the app works, only some lists are empty: no reason to give up offline use.
  event.waitUntil(warm.catch(() => undefined))
})

const assetExpiration = new ExpirationPlugin({ maxEntries: MAX_ASSETS, purgeOnQuotaError: true })
const assets = new CacheFirst({
  cacheName: PRIVATE_CACHE,
  matchOptions: { ignoreVary: true },
  plugins: [onlyComplete, onlyThisSession, assetExpiration],
})

/** An original that a project has pinned; undefined where there is none. */
async function matchPinned(url: string, options: CacheQueryOptions = {}): Promise<Response | undefined> {
  for (const cacheName of await caches.keys()) {
    if (!cacheName.startsWith(PINNED_PREFIX)) continue
    const found = await caches.match(url, { ...options, cacheName, ignoreVary: true })
    if (found) return found
  }
  return undefined
}

registerRoute(
  // A part of a file is never an answer for the whole, so ranges go to the server.
  ({ url, sameOrigin, request }) =>
    sameOrigin &&
    /^\/api\/asset\/[0-9a-f]{64}$/.test(url.pathname) &&
    !request.headers.has('range') &&
    !request.headers.has(PIN_HEADER),
  async (options) => {
    const { request } = options
    const pinned = await matchPinned(request.url)
    if (pinned) return pinned
    try {
      return await assets.handle(options)
    } catch (thrown) {
      // Without a network the pinned original stands in for a smaller copy of itself.
      const original = await matchPinned(request.url, { ignoreSearch: true })
      if (original) return original
      throw thrown
    }
  },
)

registerRoute(
  ({ url, sameOrigin, request }) =>
    sameOrigin && url.pathname.startsWith('/samples/') && !request.headers.has('range'),
  new CacheFirst({
    cacheName: 'samples',
    plugins: [onlyComplete, new ExpirationPlugin({ maxEntries: MAX_SAMPLES, purgeOnQuotaError: true })],
  }),
)

registerRoute(
  // The address names the pictures' version, so a copy never grows old.
  ({ url, sameOrigin, request }) =>
    sameOrigin && url.pathname.startsWith('/materials/') && !request.headers.has('range'),
  new CacheFirst({
    cacheName: 'materials',
    plugins: [onlyComplete, new ExpirationPlugin({ maxEntries: MAX_MATERIALS, purgeOnQuotaError: true })],
  }),
)

// Networks and their runtime are downloaded by the packs' own code; here they are only handed out. Worker
// scripts among them have to come from here when there is no network.
registerRoute(
  ({ url, sameOrigin, request }) =>
    sameOrigin &&
    /^\/(models\/|assets\/(ort|libheif|pdf)[-.])/.test(url.pathname) &&
    !request.headers.has('range'),
  async ({ request }) =>
    (await caches.match(request.url, { cacheName: PACKS_CACHE, ignoreVary: true })) ?? fetch(request),
)

async function clearPrivate(): Promise<void> {
  session += 1
  await assetExpiration.deleteCacheAndMetadata()
  const pinned = (await caches.keys()).filter((name) => name.startsWith(PINNED_PREFIX))
  await Promise.all([PRIVATE_CACHE, SHARE_CACHE, ...pinned].map((name) => caches.delete(name)))
}

// A sign-out by any way, also one that no page of the app knows of.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname === LOGOUT_PATH,
  async ({ request }) => {
    const answer = await fetch(request)
    if (answer.ok) await clearPrivate()
    return answer
  },
)

self.addEventListener('message', (event) => {
  const type: unknown = event.data?.type
  if (type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting())
  if (type === 'CLEAR_PRIVATE') {
    event.waitUntil(clearPrivate().then(() => event.ports[0]?.postMessage({ type: 'CLEARED' })))
  }
})
