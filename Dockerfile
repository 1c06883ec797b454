# The server of Pontual, web or worker by ROLE. `docker build -t pontual .`; docs/deploy.md describes how to run it.

# Only the manifests, so that a change of the sources does not repeat the installation.
FROM node:24-slim AS manifests
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY server/package.json server/
COPY web/package.json web/
COPY sandbox/package.json sandbox/
COPY e2e/package.json e2e/
COPY tools/package.json tools/

FROM manifests AS web
RUN npm ci --workspace web --workspace contract --no-audit --no-fund
COPY tsconfig.base.json ./
COPY contract contract
COPY web web
RUN npm run build --workspace web

# Includes optional packages: among them are the binaries of sharp, FFmpeg and argon2.
FROM manifests AS packages
RUN npm ci --omit=dev --workspace server --workspace contract --no-audit --no-fund

FROM node:24-slim
# The image has no sandbox: a service that is not set fails the start, unless it is `none` (docs/deploy.md).
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data SANDBOX=off DRAIN_SECONDS=8
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY package.json start.js ./
COPY contract/package.json contract/
COPY contract/src contract/src
COPY server/package.json server/
COPY server/src server/src
COPY --from=web /app/web/dist web/dist
COPY operations/healthcheck.js operations/
# The user of the process cannot change the application; it writes only to DATA_DIR.
RUN install -d -o node -g node -m 0700 /data
VOLUME /data
USER node
EXPOSE 3000
# The process drains and stops within 25 s, so a stop timeout must be longer.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=10m --retries=3 CMD ["node", "operations/healthcheck.js"]
# Without npm, which would not forward signals.
CMD ["node", "--disable-warning=ExperimentalWarning", "start.js", "--server"]
