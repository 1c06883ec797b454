/** TypeScript gives `self` the type of a generic worker. */
export const scope = self as unknown as ServiceWorkerGlobalScope;
