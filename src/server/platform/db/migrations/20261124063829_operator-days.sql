CREATE TABLE "operator_days" (
	"day" date NOT NULL,
	"operator" text NOT NULL,
	"chars" bigint NOT NULL,
	"voices" bigint NOT NULL,
	"images" bigint NOT NULL,
	"minutes" bigint NOT NULL,
	"credits" bigint NOT NULL,
	"refunds" bigint NOT NULL,
	CONSTRAINT "operator_days_day_operator_pk" PRIMARY KEY("day","operator")
);
