import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

const ours = [
  '@isobath/core',
  '@isobath/sdk',
  '@isobath/texts',
  '@isobath/ui',
  '@isobath/wire',
] as const;

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  build: { assetsInlineLimit: 0, target: 'es2023' },
  ssr: { noExternal: [...ours, '@base-ui/react', 'lucide-react'] },
  optimizeDeps: { include: ['react', 'react-dom', 'react-dom/client', 'react-router'] },
});
