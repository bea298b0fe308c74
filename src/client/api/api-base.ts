/** Base URL of the API, set at build time. */

export const apiBase: string = (import.meta.env.VITE_API_BASE || '/api').replace(/\/+$/, '')
