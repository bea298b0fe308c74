/** Where the API is, as the build was told. */

export const apiBase: string = (import.meta.env.VITE_API_BASE || '/api').replace(/\/+$/, '')
