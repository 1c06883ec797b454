import type { Analytics } from '@pontual/contract/shared/page-meta.ts';
import type { FastifyHelmetOptions } from '@fastify/helmet';

/**
 * Headers of every answer. What demands HTTPS is only sent where the address is HTTPS. A service of
 * web analytics, where one is configured, may be called at its one address; its code never runs here.
 */
export function securityHeaders(
  publicUrl: string,
  analytics: Analytics | null,
): FastifyHelmetOptions {
  const isHttps = publicUrl.startsWith('https:');
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        // React and the positioning of pop-ups set style attributes.
        styleSrcAttr: ["'unsafe-inline'"],
        fontSrc: ["'self'"],
        imgSrc: ["'self'", 'blob:', 'data:'],
        mediaSrc: ["'self'", 'blob:'],
        connectSrc: ["'self'", ...(analytics === null ? [] : [analytics.endpoint])],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        objectSrc: ["'none'"],
        ...(isHttps ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'no-referrer' },
    frameguard: { action: 'deny' },
    crossOriginEmbedderPolicy: false,
  };
}
