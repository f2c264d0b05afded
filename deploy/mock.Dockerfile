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
USER 65532:65532
EXPOSE 4010
# Uses MOCK_PORT. With --port, run the container with --no-healthcheck.
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.MOCK_PORT || 4010}/mock/console.json`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# The exec form makes Node.js process 1, so it receives SIGTERM. The journal contains messages: publish the
# port only where everybody may read them.
ENV MOCK_HOST=0.0.0.0
ENTRYPOINT ["node", "/mock/bin/mock.js"]
