# payrun in a container, without root and without its own Node and Postgres: Node comes with the base image, and DATABASE_URL
# names the Postgres. `docker build -t payrun .`, then `docker run --init --env-file .env payrun list`.
ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
# Behind a proxy with its own certificate authority: the path of its certificates in the base image.
ARG NODE_EXTRA_CA_CERTS
# The optional packages are the embedded Postgres. The Node that a checkout installs is a dev package.
RUN npm ci --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund

FROM ${NODE_IMAGE}
ENV NODE_ENV=production PAYRUN_HOME=/var/lib/payrun PAYRUN_WORKER_HOST=0.0.0.0
WORKDIR /app
COPY --from=dependencies /app/node_modules node_modules
COPY package.json LICENSE ./
COPY bin/payrun.js bin/
COPY jobs jobs
COPY src src
RUN install -d -o node -g node -m 0700 /var/lib/payrun
USER node
# Holds the outbox (answers that the database could not take in time) and reports. Commands look for files here.
WORKDIR /var/lib/payrun
VOLUME /var/lib/payrun
# A worker's health and metrics, and the desk.
EXPOSE 9400 8080
ENTRYPOINT ["node", "/app/bin/payrun.js"]
CMD ["worker"]
