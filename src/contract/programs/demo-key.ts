/** The API key of the demo account, which is public. */
export const demoApiKey = 'yq_demo_0123456789abcdef0123456789abcdef'
