import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { calls } from './build/calls.ts'
import { compressed } from './build/compressed.ts'
import { filesHint } from './build/files-hint.ts'
import { firstList } from './build/first-list.ts'
import { importedBy } from './build/first-page.ts'
import { pdfjsData } from './build/pdfjs-data.ts'
import { visitorPage } from './build/visitor-page.ts'
import { words } from './build/words.ts'

/** Where `npm run dev` finds the server; the page itself only ever calls its own origin. */
const server = process.env.CLOUDDISK_DEV_SERVER ?? 'http://127.0.0.1:8080'
const proxied = { target: server, changeOrigin: false }

const LIBRARIES =
  /node_modules[\\/](react|react-dom|scheduler|clsx|use-sync-external-store|@tanstack[\\/](react-router|router-core|history|store|react-store|react-query|query-core))[\\/]/
/** Of these, what only pages beside the personal files use. */
const LATER = /[\\/](use(Mutation|InfiniteQuery)|(mutation|infiniteQuery)Observer)\.js$/
/** What is fetched for every page, and what signing in shares with the personal files. */
const EVERY_PAGE = /web[\\/]src[\\/](app[\\/]main|ui[\\/](dialog|field|file-icon))\./
/** What is fetched at once where the personal files open. */
const PERSONAL_FILES =
  /web[\\/]src[\\/](features[\\/](files[\\/]files-page|jobs[\\/]jobs-host|changes[\\/]changes)\.|lib[\\/]limits\.)/

/** What several later parts are made of: one piece, where there would be a hundred requests for small ones. */
const SHARED_PARTS =
  /node_modules[\\/](@base-ui|@floating-ui)[\\/]|lucide-react.*icons[\\/]|web[\\/]src[\\/]ui[\\/](?!markdown[\\/])|contract[\\/]src[\\/](directory|outbound|privileges|shares|versions)\./

/**
 * What of these signing in and the first picture of a folder on a phone are made of: a small piece of its own, or they would wait for
 * all of it.
 */
const isEarly = importedBy(
  new URL('src/app/sign-in-route.tsx', import.meta.url),
  new URL('src/features/files/phone-parts.tsx', import.meta.url),
)

/** Words of the first load. */
const FIRST_WORDS = [
  '../contract/src/errors.ts',
  '../contract/src/field-reasons.ts',
  'src/lib/strings.ts',
  'src/ui/strings.ts',
  'src/app/strings.ts',
  'src/features/accounts/strings.ts',
  'src/features/files/strings.ts',
  'src/features/jobs/strings.ts',
].map((path) => new URL(path, import.meta.url))

export default defineConfig({
  base: '/disk/',
  plugins: [
    calls(),
    words(FIRST_WORDS),
    filesHint(),
    firstList(),
    react(),
    tailwindcss(),
    pdfjsData(),
    compressed(),
    visitorPage(),
  ],
  resolve: {
    alias: [
      {
        find: /^typebox$/,
        replacement: fileURLToPath(new URL('./src/lib/typebox-shapes.ts', import.meta.url)),
      },
    ],
  },
  worker: { format: 'es' },
  build: {
    outDir: 'dist',
    assetsDir: 'assets',
    emptyOutDir: true,
    chunkSizeWarningLimit: 400,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // The first load names all later pieces, and hashes do not compress.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: {
          // Few pieces compress better than many: what every page needs, what personal files need besides, and the
          // libraries by themselves, so that a new version of ours leaves them in the browser's cache.
          groups: [
            {
              name: 'vendor',
              priority: 3,
              test: (id) => LIBRARIES.test(id) && !LATER.test(id),
            },
            { name: 'page', priority: 2, test: EVERY_PAGE },
            { name: 'files', priority: 1, test: PERSONAL_FILES },
            {
              name: (id, graph) => (isEarly(id, graph) ? 'early-parts' : 'parts'),
              priority: 0,
              test: SHARED_PARTS,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
  server: { proxy: { '/disk/api': proxied, '/disk/authentication': proxied } },
})
