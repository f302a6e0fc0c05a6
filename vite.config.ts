import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { antdStyles } from './scripts/build/antd-styles.ts'
import { chunkGroups } from './scripts/build/chunks.ts'
import { writePageCards } from './scripts/build/page-cards.ts'
import { withinBudget } from './scripts/build/precache-budget.ts'
import { precompress } from './scripts/build/precompress.ts'
import { toolCode } from './scripts/build/tool-code.ts'
import { manifest } from './scripts/build/web-manifest.ts'

/** Bytes that a first visit may fetch ahead: shell, every tool page, icons. */
const PRECACHE_BUDGET = 6 * 1024 * 1024
/** Needed for threads in WebAssembly; the production server sends the same. */
const ISOLATION = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
}
/** Without a profile of the build, printed on machines where plugins take a large part of its few seconds. */
const CHECKS = { bundlerTimings: false }
const api = `http://127.0.0.1:${process.env.PORT ?? 8787}`

export default defineConfig({
  root: resolve(import.meta.dirname, 'src'),
  publicDir: resolve(import.meta.dirname, 'public'),
  cacheDir: resolve(import.meta.dirname, 'node_modules/.vite'),
  server: { headers: ISOLATION, proxy: { '/api': { target: api, ws: true } } },
  worker: { format: 'es', rolldownOptions: { checks: CHECKS } },
  build: {
    outDir: resolve(import.meta.dirname, 'dist'),
    emptyOutDir: true,
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      checks: CHECKS,
      output: {
        codeSplitting: {
          groups: chunkGroups,
        },
      },
    },
  },
  plugins: [
    react(),
    antdStyles(resolve(import.meta.dirname, 'src')),
    toolCode(resolve(import.meta.dirname, 'src')),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: '../workers',
      filename: 'service-worker.ts',
      injectRegister: false,
      manifest,
      // The icons that a page shows are in globPatterns; the big ones are for the launcher alone.
      includeManifestIcons: false,
      integration: {
        configureCustomSWViteBuild(config) {
          // The plugin still passes an option that rolldown calls deprecated; a worker is one file anyway.
          const output = config.build?.rollupOptions?.output
          if (output && !Array.isArray(output)) delete output.inlineDynamicImports
          config.logLevel = 'warn'
          if (config.build?.rollupOptions) config.build.rollupOptions.checks = CHECKS
        },
      },
      injectManifest: {
        globPatterns: [
          '**/*.{js,css,html,svg,webmanifest}',
          'icons/icon-192.png',
          'favicon.ico',
          // Thumbnails of the empty states; the full samples are cached when they are first shown.
          'samples/*-480.webp',
        ],
        globIgnores: ['screenshots/**', 'service-worker.js'],
        maximumFileSizeToCacheInBytes: PRECACHE_BUDGET,
        manifestTransforms: [withinBudget(PRECACHE_BUDGET)],
      },
    }),
    writePageCards(),
    precompress(),
  ],
})
