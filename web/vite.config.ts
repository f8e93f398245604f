import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

// Styles and scripts are files of their own: the server's policy allows nothing inline.
export default defineConfig({
  plugins: [svelte()],
  build: { target: 'es2023', assetsInlineLimit: 0, cssCodeSplit: true, modulePreload: { polyfill: false } },
});
