/** Types of the plugin, which plain Node.js loads for the site's build. */
import type { Plugin } from 'vite'

export function oneLanguage(): Plugin
