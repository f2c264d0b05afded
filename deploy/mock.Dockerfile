# Build in the project's root: docker build -f deploy/mock.Dockerfile -t subscriber-feedback-mock .
# Run with options of the mock: docker run --rm -p 4010:4010 subscriber-feedback-mock --journal-limit 500
# Test a backend: docker run --rm --network host subscriber-feedback-mock verify http://localhost:8080
# Watch one: docker run --rm --no-healthcheck --network host subscriber-feedback-mock observe http://localhost:8080

ARG NODE_IMAGE=node:24-bookworm-slim
ARG BASE_IMAGE=debian:bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /project
COPY package.json package-lock.json ./
RUN npm ci
COPY . .
RUN npm run package

# Contains only the Node.js executable and dist/package/.
FROM ${BASE_IMAGE}
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=build /project/dist/package /mock
# Fails if the base image lacks a library that the executable needs, as Node.js 26 needs libatomic1.
RUN ["node", "/mock/bin/mock.js", "--help"]
USER 65532:65532
EXPOSE 4010
# Uses MOCK_PORT. With --port, run the container with --no-healthcheck.
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s \
  CMD ["node", "-e", "require('http').get({ host: '127.0.0.1', port: process.env.MOCK_PORT?.trim() || 4010, path: '/mock/console.json', agent: false }, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1))"]
# The exec form makes Node.js process 1, so it receives SIGTERM. The journal contains messages: publish the
# port only where everybody may read them. In a cluster with IPv6 alone, set MOCK_HOST to ::.
ENV MOCK_HOST=0.0.0.0
ENTRYPOINT ["node", "/mock/bin/mock.js"]
