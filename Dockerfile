# The service with its pages, without a database: `docker build -t gatehouse .`, for amd64 and arm64 alike.
# No package that it keeps holds machine code, so both first stages run on the machine that builds.

FROM --platform=$BUILDPLATFORM node:24.21.0-bookworm-slim AS pages
WORKDIR /opt/gatehouse
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY client client
COPY console console
COPY contract contract
COPY server/build.ts server/build.ts
COPY server/src server/src
COPY tsconfig.json ./
RUN node console/build.ts && node server/build.ts

FROM --platform=$BUILDPLATFORM node:24.21.0-bookworm-slim AS packages
WORKDIR /opt/gatehouse
COPY package.json package-lock.json ./
# Optional packages are the embedded PostgreSQL and bundlers' binaries for each platform.
RUN npm ci --omit=dev --omit=optional --no-audit --no-fund

FROM node:24.21.0-bookworm-slim
LABEL org.opencontainers.image.title="Gatehouse" \
      org.opencontainers.image.licenses="Apache-2.0"
RUN groupadd --gid 10001 gatehouse \
 && useradd --uid 10001 --gid gatehouse --no-create-home --shell /usr/sbin/nologin gatehouse \
 && install --directory --owner=gatehouse --group=gatehouse --mode=0700 /var/lib/gatehouse /var/lib/gatehouse/files /var/cache/gatehouse \
 && rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /usr/local/bin/yarn* /opt/yarn-*
ENV NODE_ENV=production \
    GATEHOUSE_ENV=production \
    NODE_COMPILE_CACHE=/var/cache/gatehouse \
    HOST=0.0.0.0 \
    PORT=8080
WORKDIR /opt/gatehouse
COPY --from=packages /opt/gatehouse/node_modules node_modules
COPY package.json package-lock.json LICENSE ./
COPY client client
COPY contract contract
COPY console console
COPY docs docs
COPY --from=pages /opt/gatehouse/console/dist console/dist
COPY server/migrations server/migrations
COPY server/schema.sql server/schema.sql
COPY server/build.ts server/build.ts
COPY server/src server/src
COPY --from=pages /opt/gatehouse/server/dist server/dist
COPY --chmod=0755 deploy/docker/gatehouse /usr/local/bin/gatehouse
USER 10001:10001
# Keeps compiled code, which a container with a read-only root could not.
RUN gatehouse --help >/dev/null
EXPOSE 8080
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["gatehouse"]
CMD ["serve"]
