import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

// The server has these already: one instance of each, so that a route, an error or a catalogue of a
// page is the same thing as the server's.
const alreadyThere = /^@isobath\/(core|sdk|texts|wire)(\/|$)/;

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  build: { assetsInlineLimit: 0, target: 'es2023' },
  ssr: { noExternal: ['@isobath/ui', '@base-ui/react', 'lucide-react'] },
  environments: { ssr: { build: { rolldownOptions: { external: alreadyThere } } } },
  optimizeDeps: { include: ['react', 'react-dom', 'react-dom/client', 'react-router'] },
});
