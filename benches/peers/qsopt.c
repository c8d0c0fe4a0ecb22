/* A peer of the exact linear programmes: QSopt_ex, in process. Reads programmes, prints seconds and the exact value of each. */
#include <qsopt_ex/QSopt_ex.h>
#include <gmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec / 1e9;
}

static long number(void) {
    long n;
    if (scanf("%ld", &n) != 1) exit(1);
    return n;
}

int main(void) {
    QSexactStart();
    QSexact_set_precision(128);
    long programmes = number();
    while (programmes-- > 0) {
        int rows = (int)number(), columns = (int)number();
        long *objective = malloc(columns * sizeof *objective);
        for (int c = 0; c < columns; c++) objective[c] = number();
        int *count = malloc(rows * sizeof *count);
        long *bound = malloc(rows * sizeof *bound);
        int **index = malloc(rows * sizeof *index);
        long **value = malloc(rows * sizeof *value);
        for (int r = 0; r < rows; r++) {
            count[r] = (int)number();
            bound[r] = number();
            index[r] = malloc(count[r] * sizeof **index + 1);
            value[r] = malloc(count[r] * sizeof **value + 1);
            for (int k = 0; k < count[r]; k++) {
                index[r][k] = (int)number();
                value[r][k] = number();
            }
        }
        double start = now();
        mpq_QSprob p = mpq_QScreate_prob("p", QS_MAX);
        mpq_t zero, x;
        mpq_init(zero);
        mpq_init(x);
        for (int c = 0; c < columns; c++) {
            mpq_set_si(x, objective[c], 1);
            mpq_QSnew_col(p, x, zero, mpq_ILL_MAXDOUBLE, NULL);
        }
        for (int r = 0; r < rows; r++) {
            mpq_t *coefficient = malloc((count[r] + 1) * sizeof *coefficient);
            for (int k = 0; k < count[r]; k++) {
                mpq_init(coefficient[k]);
                mpq_set_si(coefficient[k], value[r][k], 1);
            }
            mpq_set_si(x, bound[r], 1);
            mpq_QSadd_row(p, count[r], index[r], (const mpq_t *)coefficient, (const mpq_t *)&x, 'L', NULL);
            for (int k = 0; k < count[r]; k++) mpq_clear(coefficient[k]);
            free(coefficient);
        }
        int status = 0;
        if (QSexact_solver(p, NULL, NULL, NULL, DUAL_SIMPLEX, &status) || status != QS_LP_OPTIMAL) {
            printf("%.9f none\n", now() - start);
        } else {
            mpq_QSget_objval(p, &x);
            gmp_printf("%.9f %Qd\n", now() - start, x);
        }
        fflush(stdout);
        mpq_QSfree_prob(p);
    }
    QSexactClear();
    return 0;
}
