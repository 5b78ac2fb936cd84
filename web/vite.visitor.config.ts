import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { calls } from './build/calls.ts'
import { compressed } from './build/compressed.ts'
import { firstPage } from './build/first-page.ts'
import { words } from './build/words.ts'

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

/** Words of the visitor's page; what overlays say beside them is fetched with these. */
const WORDS = [
  '../contract/src/errors.ts',
  'src/lib/strings.ts',
  'src/ui/strings.ts',
  'src/visitor/strings.ts',
].map((relative) => new URL(relative, import.meta.url))

/** What several later parts are made of: one piece, where there would be many requests for small ones. */
const SHARED_PARTS =
  /node_modules[\\/](@base-ui|@floating-ui)[\\/]|lucide-react.*icons[\\/]|web[\\/]src[\\/](ui|lib)[\\/]/

/** The page of visitors of external links, into the folder of the other one (build/visitor-page.ts). */
export default defineConfig({
  root: path('.'),
  base: '/disk/',
  plugins: [calls(), words(WORDS), react(), tailwindcss(), compressed()],
  resolve: { alias: [{ find: /^typebox$/, replacement: path('src/lib/typebox-shapes.ts') }] },
  worker: { format: 'es' },
  build: {
    outDir: 'dist',
    assetsDir: 'assets',
    emptyOutDir: false,
    copyPublicDir: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: path('visitor.html'),
      // Reading a shape's properties has no effects: shapes that no call of the page has are left out.
      treeshake: { propertyReadSideEffects: false },
      output: {
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: {
          groups: [
            { ...firstPage(new URL('src/visitor/main.tsx', import.meta.url)), priority: 1 },
            { name: 'parts', test: SHARED_PARTS, minShareCount: 2, priority: 0 },
          ],
        },
      },
    },
  },
})
